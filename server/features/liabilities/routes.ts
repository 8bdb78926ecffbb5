import { base64 } from '@scure/base'
import { readBalancesAsOf } from '#server/facts/balances-as-of.ts'
import { ownerOf } from '#server/facts/user-numbers.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { provenEvent } from '#server/queries/event-proof.ts'
import { requesterOf } from '#server/queries/people.ts'
import type { Services } from '#server/services.ts'
import type { PublishedStatement, RunningPublication } from '#shared/contract/liabilities.ts'
import * as contract from '#shared/contract/liabilities.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import type { AskedStatement } from './decider.ts'
import { statementRuns } from './handler.ts'
import { proveAsset, secretPurpose } from './prove.ts'
import { type Published, readStatementEvent, readStatements } from './statements.ts'

const LISTED_MAX = 60
const UUID_FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.json$/

/** Statements of what the platform owes: public, for each user their own part, and for staff. */
export function registerLiabilityRoutes(app: App, services: Services): void {
  const { pool, log, vault, config } = services

  /**
   * Presents a statement to a caller who may see it: the operator can restrict the log to users.
   */
  const present = async (
    published: Published | undefined,
    caller: object | undefined,
  ): Promise<PublishedStatement | undefined> => {
    if (!published || !(config.isLogPublic || caller)) return undefined
    const event = provenEvent(await readStatementEvent(pool, published))
    return { kind: 'keel-liabilities/1', ...presentListed(published), event }
  }

  mount(app, services, contract.readLatestLiabilities, async ({ caller }) => {
    const [newest] = await readStatements(pool, { limit: 1 })
    return (await present(newest, caller)) ?? refuse('item.unknown')
  })

  mount(app, services, contract.readLiabilities, async ({ params, caller }) => {
    const [, statementId] = UUID_FILE.exec(params.name) ?? []
    if (!statementId) return refuse('item.unknown')
    const [found] = await readStatements(pool, { limit: 1, statementId })
    return (await present(found, caller)) ?? refuse('item.unknown')
  })

  mount(app, services, contract.readLiabilityProof, async ({ params, query, caller }) => {
    const { userId } = params
    const { paths = 'listed' } = query
    const userNo = await ownerOf(pool, userId, caller)
    if (userNo === undefined) return refuse('item.unknown')
    const [newest] = await readStatements(pool, { limit: 1 })
    if (!newest) return null
    const { statement, eventPosition } = newest
    const { statementId, position } = statement
    const secret = await vault.derive(userId, secretPurpose(position))
    if (!secret) return refuse('item.unknown')
    const balances = await readBalancesAsOf(pool, userNo, BigInt(position))
    const held = new Map(balances.map((each) => [each.symbol, each.available + each.frozen]))
    const owned = statement.assets.filter(({ symbol }) => (held.get(symbol) ?? 0n) > 0n)
    const assets = await Promise.all(
      owned.map(({ symbol: asset, leaves }) =>
        proveAsset(
          pool,
          { statementId, asset, leaves, position: Number(position) },
          { userId, secret, amount: held.get(asset) ?? 0n, paths },
        ),
      ),
    )
    return {
      kind: contract.LIABILITY_PROOF_KINDS[paths],
      user_id: userId,
      secret: base64.encode(secret),
      statement_id: statementId,
      position,
      event_position: eventPosition,
      assets,
    }
  })

  const presentRunning = async (running: AskedStatement): Promise<RunningPublication> => {
    const { statementId, requestedBy, requestedAt } = running
    const { progress, isSilent } = await statementRuns.standingOf(services, running)
    return {
      id: statementId,
      requested_at: requestedAt,
      requested_by: await requesterOf(pool, requestedBy),
      step: progress?.step ?? 'waiting',
      done: progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : 0,
      is_silent: isSilent,
    }
  }

  mount(app, services, contract.listLiabilities, async () => {
    const [{ running }, published] = await Promise.all([
      statementRuns.readState(log),
      readStatements(pool, { limit: LISTED_MAX }),
    ])
    return {
      running: running && (await presentRunning(running)),
      statements: published.map(presentListed),
    }
  })

  mount(app, services, contract.publishLiabilities, async ({ caller, cause }) => {
    const asked = await statementRuns.requestByStaff(services, {}, { caller, cause })
    if (isRefusal(asked)) return asked
    return { message: msg('The statement is being made'), statement_id: asked.runId }
  })
}

function presentListed({ statement, eventPosition }: Published) {
  const { statementId, position, at, assets } = statement
  return { id: statementId, position, at, assets, event_position: eventPosition }
}
