import { describe, expect, it } from 'vitest'
import { openPageRenderer } from '#server/platform/pages/page-renderer.ts'
import { readLoanDocumentPage } from '#shared/contract/loan-documents.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { listPrices } from '#shared/contract/prices.ts'
import { LOAN_DOCUMENT_BYTES_MAX } from '#shared/rules/loans.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { packedStream, pdfOf, stream } from '#tests/api/support/pdf-pages.ts'
import { newAdmin, newUser } from '#tests/api/support/traders.ts'

const MB = 1024 * 1024
const world = await openTestApp({ pageLimits: { msMax: 5_000, bytesMax: 512 * MB } })
const admin = await newAdmin(world)

async function apply(document: FilePart) {
  const customer = await newUser(world)
  const { loan } = await customer.client.call(submitLoan, {
    body: { amount: '500', purpose: 'A van', duration: 30 },
    files: { documents: [document] },
  })
  const [file] = loan.documents.files
  return { id: loan.id, documentId: file?.id ?? '' }
}

function sent(content: Buffer): FilePart {
  return { name: 'statement.pdf', content: new Uint8Array(content), type: 'application/pdf' }
}

/** Each form draws the next one twice: 2 to the power of 40 in all. */
const DOUBLING = pdfOf({
  pages: ['/X Do'],
  resources: '/XObject<</X 10 0 R>>',
  objects: Array.from({ length: 41 }, (_, index) =>
    stream(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${11 + index} 0 R>>>>`,
      index === 40 ? '0 0 9 9 re f' : '/X Do /X Do',
    ),
  ),
})
const LINES = Buffer.alloc(140 * MB, '0 0 m 9 9 l S ')
const ENDLESS = pdfOf({ pages: [packedStream('', LINES)] })

describe('a customer cannot exhaust the server with', () => {
  it('a drawing that never ends: the page is refused, and others are served', async () => {
    const params = await apply(sent(DOUBLING))
    let isOver = false
    const shown = admin.client
      .send(readLoanDocumentPage, { params: { ...params, page: 1 } })
      .finally(() => {
        isOver = true
      })
    const prices = await world.visitor.send(listPrices)
    expect([prices.status, isOver]).toEqual([200, false])
    expect(await shown).toMatchObject({ status: 422, body: { code: 'document.too_complex' } })
  })

  it('a small file whose commands fill the memory', async () => {
    expect(ENDLESS.length).toBeLessThan(LOAN_DOCUMENT_BYTES_MAX)
    const patient = openPageRenderer({ msMax: 120_000, bytesMax: 250 * MB })
    expect(await patient.render(ENDLESS, 1)).toEqual({ refused: 'document.too_complex' })
  })

  it('a huge page, a page without a height or endless nesting', async () => {
    const patient = openPageRenderer({ msMax: 120_000, bytesMax: 512 * MB })
    const drawn = await Promise.all([
      patient.render(pdfOf({ mediaBox: '[0 0 1000000000 1000000000]' }), 1),
      patient.render(pdfOf({ mediaBox: '[0 0 1000000000 1]' }), 1),
      patient.render(pdfOf({ pages: ['['.repeat(200_000)] }), 1),
    ])
    expect(drawn).toMatchObject([
      { width: 1600, height: 1600 },
      { width: 1600, height: 1 },
      { width: 1600, height: 2071 },
    ])
  })

  it('more pages than can be drawn at once', async () => {
    const few = openPageRenderer()
    const waiting = Array.from({ length: 18 }, () => few.render(pdfOf({}), 1))
    await expect(few.render(pdfOf({}), 1)).rejects.toMatchObject({
      refusal: { refused: 'busy.try_later' },
    })
    few.close()
    for (const outcome of await Promise.all(waiting)) {
      expect(outcome).toEqual({ refused: 'document.too_complex' })
    }
  })
})
