import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { handleCommand } from '#server/events/handle-command.ts'
import type { Metadata } from '#server/events/log.ts'
import { FEATURES } from '#server/features/index.ts'
import {
  reviewWithdrawal as decideReview,
  type WithdrawalState,
  withdrawals,
} from '#server/features/withdrawals/decider.ts'
import { Findings } from '#server/ledger/ledger-fault.ts'
import { verifyStreams } from '#server/ledger/verify-streams.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { reviewAdjustment, updatePortfolio } from '#shared/contract/adjustments.ts'
import { removePasskey } from '#shared/contract/passkeys.ts'
import { AWAITS_SECOND_APPROVAL, PROPOSED } from '#shared/contract/reviews.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { openTestApp, type TestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import type { PasskeyDevice } from '#tests/api/support/passkey-device.ts'
import { enrolPasskey, sendSigned, signStatement } from '#tests/api/support/passkeys.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { NOTHING_APPROVED } from '#tests/support/approvals.ts'

const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const LARGE = '30000'

type Signer = Person & { readonly device: PasskeyDevice; readonly passkeyId: string }

async function newSigner(at: TestApp): Promise<Signer> {
  const person = await newAdmin(at)
  const { device, id } = await enrolPasskey(at, person.client)
  return { ...person, device, passkeyId: id }
}

const world = await openTestApp()
const first = await newSigner(world)
const second = await newSigner(world)

async function requested(amount = LARGE): Promise<string> {
  const customer = await newUser(world)
  await fund(world, customer, 'USDT', amount)
  const body = { symbol: 'USDT', amount, walletAddress: WALLET } as const
  return (await customer.client.call(submitWithdrawal, { body })).request.id
}

const approval = (id: string) =>
  ({ params: { id }, body: { action: 'approve' }, files: {}, key: randomUUID() }) as const
const approve = (by: Signer, id: string) => sendSigned(by, reviewWithdrawal, approval(id))

describe('a hijacked session of staff', () => {
  test('cannot approve a large withdrawal without the passkey, even right after the log-in', async () => {
    const id = await requested()
    const asked = await first.client.send(reviewWithdrawal, approval(id))
    expect([asked.status, asked.body]).toMatchObject([
      403,
      { code: 'step_up.required', methods: ['passkey'] },
    ])
    const signed = await approve(first, id)
    expect(signed.body.message).toBe(AWAITS_SECOND_APPROVAL)
    const last = await approve(second, id)
    expect(last.body.message).toBe('Withdraw request approved successfully')
    await expectSoundLedger(world)
  })

  test('cannot use a signature of one request for another, or of the first approval for the second', async () => {
    const [one, other] = [await requested(), await requested()]
    const by = first
    const asked = await by.client.send(reviewWithdrawal, approval(one))
    await signStatement(by.client, by.device, (asked.body as { statement?: string }).statement)
    expect((await by.client.send(reviewWithdrawal, approval(other))).status).toBe(403)
    expect((await by.client.send(reviewWithdrawal, approval(one))).status).toBe(200)
    expect((await second.client.send(reviewWithdrawal, approval(one))).status).toBe(403)
  })

  test('cannot change a large balance without the passkey, which is requested once', async () => {
    const customer = await newUser(world)
    const by = first
    const { userId } = customer
    const body = {
      userId,
      reason: 'Wrong coin',
      balances: { USDT: { available: LARGE, was: '0' } },
    }
    expect((await by.client.send(updatePortfolio, { body })).status).toBe(403)
    world.clock.advance(6 * 60_000)
    const proposed = await sendSigned(by, updatePortfolio, { body, key: randomUUID() })
    expect(proposed.body.message).toBe(PROPOSED)
    const { rows } = await world.database.pool.query(
      `select data #>> '{firstApproval,approvedAt}' as at from document where stream = $1`,
      [`adjustment-${userId}`],
    )
    const review = { action: 'approve', proposedAt: rows[0].at } as const
    const request = { params: { userId }, body: review, key: randomUUID() }
    expect((await sendSigned(second, reviewAdjustment, request)).status).toBe(200)
    await expectSoundLedger(world)
  })

  test('is not asked to sign an approval that one person may give', async () => {
    const id = await requested('100')
    expect((await first.client.send(reviewWithdrawal, approval(id))).status).toBe(200)
    await expectSoundLedger(world)
  })
})

test('approvals stay verifiable after the passkey is removed, and later ones need none', async () => {
  const [by, other] = [await newSigner(world), await newSigner(world)]
  const [one, two] = [await requested(), await requested()]
  await approve(by, one)
  await by.client.call(removePasskey, { params: { id: by.passkeyId } })
  expect((await by.client.send(reviewWithdrawal, approval(two))).status).toBe(200)
  await approve(other, one)
  await expectSoundLedger(world)
})

/**
 * Writes an approval straight to the log, with its hash, balances and documents, without any check.
 */
async function forge(
  id: string,
  { by, proof, isLast = true }: { by: Signer; proof?: Metadata['proof']; isLast?: boolean },
) {
  const { log, clock } = world.services
  const at = instantOf(clock.now())
  const actor = { kind: 'admin', id: by.userId } as const
  const known = await log.readDocument<WithdrawalState>(`withdrawal-${id}`)
  const worth = {
    value: parseUnits(LARGE),
    ticks: [],
    above: '25000',
    flow: 'out',
    before: NOTHING_APPROVED,
  } as const
  const result = await handleCommand(log, {
    aggregate: withdrawals,
    id,
    owner: BigInt(known?.state.userNo ?? 0),
    key: { header: randomUUID(), actorId: by.userId },
    requestHash: Buffer.alloc(32),
    metadata: { actor, at, correlation: randomUUID(), ...(proof && { proof }) },
    decideWith: (state) =>
      decideReview(
        state,
        {
          action: 'approve',
          notes: null,
          reason: null,
          requireReverification: false,
          screenshot: null,
        },
        { reviewerId: by.userId, at, worth: isLast ? null : worth },
      ),
  })
  expect(isRefusal(result)).toBe(false)
}

async function proofOf(id: string): Promise<Metadata['proof']> {
  const { rows } = await world.database.pool.query(
    `select metadata -> 'proof' as proof from event where stream = $1 and type = 'FirstApprovalGiven'`,
    [`withdrawal-${id}`],
  )
  return rows[0].proof
}

/** All faults that the verifier finds in the signatures of the log. */
async function signatureFaults(): Promise<string[]> {
  const found: string[] = []
  const findings = new Findings()
  findings.add = (check, fault) => {
    if (check === 'signatures') found.push(fault.replace(/^event \d+: (user \S+ )?/, ''))
  }
  await inTransaction(world.database.pool, (client) =>
    verifyStreams(client, findings, {
      aggregates: FEATURES.aggregates,
      chosen: { after: '', upTo: null },
      after: 0n,
    }),
  )
  return found
}

test('an approval written straight into the database is found by the verifier', async () => {
  const [by, forger] = [await newSigner(world), await newSigner(world)]
  const faultsOf = async (work: () => Promise<void>) => {
    const before = await signatureFaults()
    await work()
    return (await signatureFaults()).filter((fault) => !before.includes(fault))
  }
  const signed = await requested()
  await approve(by, signed)
  const proof = await proofOf(signed)
  expect(await signatureFaults()).toEqual([])

  const second = await requested()
  await approve(by, second)
  expect(await faultsOf(() => forge(second, { by: forger }))).toEqual([
    'has a passkey, and gave this approval without its signature',
  ])
  const alone = await requested()
  expect(await faultsOf(() => forge(alone, { by: forger }))).toEqual([
    'has a passkey, and this approval has neither its signature nor a value within the limit',
  ])
  const copied = await requested()
  expect(await faultsOf(() => forge(copied, { by, proof, isLast: false }))).toEqual([
    'its signature is not of what the event says',
  ])
  const ofAnother = await requested()
  expect(await faultsOf(() => forge(ofAnother, { by: forger, proof, isLast: false }))).toEqual([
    'could not have signed this',
  ])
})
