import { randomUUID } from 'node:crypto'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import type { Services } from '#server/services.ts'

const STAFF = 3

export interface StaffMember {
  readonly userId: string
  readonly email: string
  readonly password: string
}

/** Members of staff, created through the real commands. */
export async function makeStaff({ identity }: Pick<Services, 'identity'>): Promise<StaffMember[]> {
  const staff: StaffMember[] = []
  for (let index = 0; index < STAFF; index += 1) {
    const account = { email: `admin-${index}@example.com`, password: randomUUID() }
    const { userId } = await createConfirmedUser(identity, {
      ...account,
      fullName: 'Demo Admin',
      phone: '',
    })
    await grantRole(identity, userId, { role: 'admin', reason: 'benchmark' })
    staff.push({ userId, ...account })
  }
  return staff
}
