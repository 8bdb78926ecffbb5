import { LIABILITY_PROOF_KINDS, liabilityProofFile } from '#shared/contract/liabilities.ts'
import { checkLiabilityProof, LIABILITY_CHECKS } from '#shared/proofs/check-liabilities.ts'
import { statementOf } from '#shared/proofs/liability-statement.ts'
import { checkEvent, shaped } from './event-proof-kind.ts'
import type { ProofKind } from './proof-kind.ts'

/** The meaning of each check of an asset, in plain words. */
const MEANINGS: Readonly<Record<(typeof LIABILITY_CHECKS)[number], string>> = {
  statement: 'The leaves are of the statement in the signed log',
  included: 'The tree of each asset has leaves of this user',
  parts: 'Each amount is two leaves, at places of their own',
  owner: 'The leaves were made for the user that the file names',
  balance: 'The amounts are those that the user had',
  place: 'The leaves are in the tree, and their paths lead to its top',
  sum: 'The sums lead to the published total',
  root: 'The top and the number of leaves are those that were published',
}
/** The balance is not checked, because only the user's device knows what they had. */
const OF_A_FILE = LIABILITY_CHECKS.filter((check) => check !== 'balance')

export const liabilityProofKind: ProofKind = {
  kinds: Object.values(LIABILITY_PROOF_KINDS),
  async check(file, named) {
    const proof = shaped(liabilityProofFile, file)
    const { facts, checks, ...key } = await checkEvent(proof.log, named)
    const statement = statementOf(proof.log.event)
    const assets = statement
      ? checkLiabilityProof(proof, { statement, userId: proof.user_id, held: null })
      : []
    const isSound = (check: (typeof LIABILITY_CHECKS)[number]) =>
      statement !== undefined && assets.every(({ failed }) => failed !== check)
    return {
      ...key,
      title: `Statement of liabilities at position ${proof.position}`,
      facts: [
        ['User', proof.user_id],
        ...assets.map(({ symbol, amount }) => [symbol, amount] as const),
        ...facts,
      ],
      checks: [
        ...checks,
        ...OF_A_FILE.map((check) => ({ name: MEANINGS[check], isGood: isSound(check) })),
      ],
    }
  },
}
