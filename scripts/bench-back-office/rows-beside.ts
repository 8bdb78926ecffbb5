import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { saveApplicant as saveKycApplicant } from '#server/features/kyc/applicants.ts'
import { saveApplicant as saveLoanApplicant } from '#server/features/loans/applicants.ts'
import type { Vault } from '#server/platform/vault.ts'

/** Every hundredth proof differs from the previous one only in these bits. */
const LOOK_ALIKE_EVERY = 100
const DIFFERENT_BITS = 0b1001n
const PICTURE_BYTES = 48_000

interface Upload {
  readonly id: string
  readonly owner: bigint
  readonly kind: string
  readonly sealedFor: string | null
}

interface Text {
  readonly id: string
  readonly userId: string
  readonly text: string
}

type Applicant = (pool: Pool, vault: Vault) => Promise<void>

/**
 * Writes the rows that events refer to: uploads, applicants and messages. The image files do not
 * exist, because no list reads them.
 */
export class RowsBeside {
  readonly #pool: Pool
  readonly #vault: Vault
  #uploads: Upload[] = []
  #texts: Text[] = []
  #applicants: Applicant[] = []
  #proofs = 0
  #lastHash = 0n

  constructor(pool: Pool, vault: Vault) {
    this.#pool = pool
    this.#vault = vault
  }

  /** How many proofs have a perceptual hash. */
  get proofs(): number {
    return this.#proofs
  }

  upload(upload: Upload): void {
    this.#uploads.push(upload)
  }

  text(text: Text): void {
    this.#texts.push(text)
  }

  kycApplicant(id: string, userId: string): void {
    const applicant = { fullName: 'Demo User', ssn: '000-00-0000', address: '1 Example Street' }
    this.#applicants.push((pool, vault) => saveKycApplicant({ pool, vault }, id, userId, applicant))
  }

  loanApplicant(id: string, userId: string, purpose: string): void {
    const applicant = { purpose, monthlyIncome: '4000', identity: null, documentNames: [] }
    this.#applicants.push((pool, vault) =>
      saveLoanApplicant({ pool, vault }, id, userId, applicant),
    )
  }

  async write(): Promise<void> {
    const [uploads, texts, applicants] = [this.#uploads, this.#texts, this.#applicants]
    this.#uploads = []
    this.#texts = []
    this.#applicants = []
    if (uploads.length > 0) await this.#writeUploads(uploads)
    if (texts.length > 0) await this.#writeTexts(texts)
    await Promise.all(applicants.map((save) => save(this.#pool, this.#vault)))
  }

  async #writeUploads(uploads: readonly Upload[]): Promise<void> {
    await this.#pool.query(
      `insert into upload (id, owner, kind, mime, bytes, sha256, perceptual_hash, sealed_for)
       select id, owner, kind, 'image/jpeg', ${PICTURE_BYTES}, sha256, perceptual_hash, sealed_for
       from unnest($1::uuid[], $2::bigint[], $3::text[], $4::bytea[], $5::bigint[], $6::uuid[])
            as u (id, owner, kind, sha256, perceptual_hash, sealed_for)`,
      [
        uploads.map(({ id }) => id),
        uploads.map(({ owner }) => owner),
        uploads.map(({ kind }) => kind),
        uploads.map(() => randomBytes(32)),
        uploads.map(({ kind }) => this.#hashOf(kind)),
        uploads.map(({ sealedFor }) => sealedFor),
      ],
    )
  }

  #hashOf(kind: string): bigint {
    if (kind !== 'screenshot') return randomBytes(8).readBigInt64BE()
    this.#proofs += 1
    if (this.#proofs % LOOK_ALIKE_EVERY === 0) return this.#lastHash ^ DIFFERENT_BITS
    this.#lastHash = randomBytes(8).readBigInt64BE()
    return this.#lastHash
  }

  async #writeTexts(texts: readonly Text[]): Promise<void> {
    await this.#pool.query(
      `insert into support_message (id, user_id, text)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[])`,
      [texts.map(({ id }) => id), texts.map(({ userId }) => userId), texts.map(({ text }) => text)],
    )
  }
}
