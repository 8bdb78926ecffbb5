import { buffer } from 'node:stream/consumers'
import { handleCommand } from '#server/events/handle-command.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { RenderedPage } from '#server/platform/pages/page-renderer.ts'
import { singleFlight } from '#server/platform/single-flight.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/loan-documents.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { repeatedAccessRefusal } from '#shared/rules/recorded-access.ts'
import { type LoanState, loans } from './decider.ts'
import { downloadDocument } from './document-decider.ts'

/** Routes by which staff view the files of an application. */
export function registerLoanDocumentRoutes(app: App, services: Services): void {
  const { log, uploads, pages } = services
  // On a busy server, drawing a page may take longer than a request may last.
  const draw = singleFlight<RenderedPage | Refusal>()

  const findFile = async ({ id, documentId }: { id: string; documentId: string }) => {
    const loan = await log.readDocument<LoanState>(`${loans.kind}-${id}`)
    const isOfLoan = loan?.state.documents.some((document) => document.id === documentId)
    const file = isOfLoan ? await uploads.find(documentId) : undefined
    return loan && file && { file, owner: BigInt(loan.state.userNo) }
  }

  mount(app, services, contract.readLoanDocumentPage, async ({ params }) => {
    const found = await findFile(params)
    if (!found) return refuse('item.unknown')
    const { file } = found
    if (file.mime !== 'application/pdf') return refuse('document.no_pages')
    const { documentId, page } = params
    const drawn = await draw(`${documentId} ${page}`, async () => {
      const bytes = await uploads.read(file)
      return bytes ? pages.render(await buffer(bytes), page) : refuse('item.unknown')
    })
    if (isRefusal(drawn)) return drawn
    const { image, ...facts } = drawn
    return { page, ...facts, image: `data:image/webp;base64,${image.toString('base64')}` }
  })

  mount(app, services, contract.downloadLoanDocument, async ({ params, caller, cause }) => {
    const { id, documentId } = params
    const found = await findFile(params)
    if (!found) return refuse('item.unknown')
    const facts = { reviewerId: caller.userId, at: cause.metadata.at }
    const recorded = await handleCommand(log, {
      ...cause,
      aggregate: loans,
      id,
      owner: found.owner,
      decideWith: (state) => downloadDocument(state, { documentId }, facts),
    })
    if (isRefusal(recorded)) return recorded
    return repeatedAccessRefusal(recorded, facts) ?? { url: uploads.signedUrl(documentId) }
  })
}
