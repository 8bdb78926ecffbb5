import { randomUUID } from 'node:crypto'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import type { Services } from '#server/services.ts'

const STAFF = 3

/** Members of staff, made through the real commands. @returns the ids of their users */
export async function makeStaff({ identity }: Pick<Services, 'identity'>): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < STAFF; index += 1) {
    const { userId } = await createConfirmedUser(identity, {
      email: `admin-${index}@example.com`,
      fullName: 'Demo Admin',
      phone: '',
      password: randomUUID(),
    })
    await grantRole(identity, userId, { role: 'admin', reason: 'benchmark' })
    ids.push(userId)
  }
  return ids
}
