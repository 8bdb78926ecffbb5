import { hash, verify } from '@node-rs/argon2'
import { gate } from '#server/platform/gate.ts'

/** OWASP's recommendation for argon2id: 19 MiB (memoryCost is in KiB), 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash uses 19 MiB and a thread of the pool that file access and DNS also use. */
const RUNNING_MAX = 2
/** The most that wait: about 2 s of work. */
const WAITING_MAX = 128

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. Without a hash it takes the same time and returns false,
   * so that timing does not reveal which addresses are known.
   */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

/**
 * Hashes passwords with argon2id, a limited number at a time.
 *
 * @throws RefusedRequest busy.try_later if too many are waiting
 */
export function boundedPasswords(cost = COST): Passwords {
  const enter = gate({ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX })
  const dummy = hash('the hash that unknown addresses are checked against', cost)
  return {
    hash: (password) => enter(() => hash(normalise(password), cost)),
    verify: (known, password) =>
      enter(async () => {
        const isRight = await verify(known ?? (await dummy), normalise(password))
        return isRight && known !== undefined
      }),
  }
}

/** The same characters must be the same password, however a system encodes them. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}
