import { expect } from 'vitest'
import { listKycRequests, readVerification, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import type { RequestStatus } from '#shared/contract/reviews.ts'
import { userProfile } from '#shared/contract/users.ts'
import type { TestApp } from './app.ts'
import { photo } from './pictures.ts'
import { newUser, type Person } from './traders.ts'

export const said = {
  fullName: 'Applicant Example',
  ssn: '987-65-4321',
  address: '12 Sealed Street',
}

export async function kycImages() {
  const image = await photo(48, 32)
  return { kycFrontId: image, kycBackId: image, kycSelfieWithId: image }
}

/** Submits and reviews verifications in one app. */
export function verifications(world: TestApp, staff: () => Person) {
  const submit = async (by: Person, body: Partial<typeof said> = {}) =>
    by.client.send(submitKyc, {
      body: { ...said, ...body },
      files: await kycImages(),
    })
  const own = (by: Person) => by.client.call(readVerification, { params: { userId: by.userId } })
  const statusOf = async (by: Person) => {
    const { kyc_status, is_verified } = await by.client.call(userProfile)
    return [kyc_status, is_verified]
  }
  const list = (status?: RequestStatus, query: { limit?: number; before?: string } = {}) =>
    staff().client.call(listKycRequests, { query: { ...query, ...(status ? { status } : {}) } })
  const requestOf = async ({ userId }: Person) => {
    const found = (await list()).find((request) => request.user_id === userId)
    if (!found) throw new Error('there is no request')
    return found
  }
  const review = (kycId: string, action: 'approve' | 'reject', reason?: string, by = staff()) =>
    by.client.send(reviewKyc, { body: { kycId, action, ...(reason ? { reason } : {}) } })

  async function submitted(): Promise<{ user: Person; id: string }> {
    const user = await newUser(world)
    expect((await submit(user)).status).toBe(200)
    return { user, id: (await requestOf(user)).id }
  }

  /** All database rows about a user's verification, as one text. */
  async function keptTextOf({ userId }: Person): Promise<string> {
    const { rows } = await world.database.pool.query<{ text: string }>(
      `select string_agg(row_to_json(e)::text, '') as text from event e where stream like $1
       union all select string_agg(row_to_json(d)::text, '') from document d where stream like $1
       union all select string_agg(row_to_json(a)::text, '') from kyc_applicant a where user_id = $2`,
      [`%${userId}`, userId],
    )
    return rows.map(({ text }) => text).join('')
  }

  return { submit, own, statusOf, list, requestOf, review, submitted, keptTextOf }
}
