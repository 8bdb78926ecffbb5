import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { PasskeySignature, PasskeyStatement } from '#server/events/attestation.ts'
import { hasSecondFactorSql } from '#server/facts/person-sql.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { StepUp } from '#server/platform/step-up.ts'
import { type StepUpMethod, stepUpMethods } from '#shared/rules/step-up.ts'

interface Needs {
  readonly pool: Pick<Pool, 'query'>
  readonly clock: Clock
}

/** The proofs that routes require of their callers: see platform/step-up.ts. */
export function openStepUp({ pool, clock }: Needs): StepUp {
  return {
    methodsOf: (userId) => methodsOf({ pool }, userId),
    async proofOf({ sessionId }, statement) {
      const { rows } = await pool.query<{ proof: Omit<PasskeySignature, 'of'> }>({
        name: 'read passkey proof',
        text: `select proof from passkey_proof
               where session_id = $1 and statement_hash = $2 and expires_at > $3`,
        values: [sessionId, hashOfStatement(statement), new Date(clock.now())],
      })
      return rows[0]?.proof
    },
  }
}

/** The methods by which a user can prove their identity. */
export async function methodsOf(
  { pool }: Pick<Needs, 'pool'>,
  userId: string,
): Promise<StepUpMethod[]> {
  const { rows } = await pool.query<Parameters<typeof stepUpMethods>[0]>({
    name: 'read step-up methods',
    text: `select exists (select from passkey where user_id = $1) as "hasPasskey",
                  ${hasSecondFactorSql('$1')} as "hasSecondFactor"`,
    values: [userId],
  })
  return stepUpMethods(rows[0] ?? { hasPasskey: false, hasSecondFactor: false })
}

export function hashOfStatement(statement: PasskeyStatement): Buffer {
  return createHash('sha256').update(statement).digest()
}
