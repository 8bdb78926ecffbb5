import type { GroupAppend } from './group-append.ts'
import type { AppendResult } from './log.ts'
import type { PreparedCommand } from './prepared-command.ts'

const GROUP_MAX = 128
/**
 * The queue is split among the free senders, so that one group is written while another commits.
 * Smaller groups cost more than that saves.
 */
const GROUP_MIN = 8

interface Waiting {
  readonly item: PreparedCommand
  readonly resolve: (result: AppendResult) => void
  readonly reject: (error: Error) => void
}

/** Sends a group and answers each of its commands. */
type GroupSender = Pick<GroupAppend, 'append'>

/**
 * Gathers the commands that wait while earlier groups commit, and sends them as one group.
 *
 * Two commands for one stream, under one key or with a common guard are never in flight together: the
 * second would fail.
 */
export class Batcher {
  readonly #free: GroupSender[]
  readonly #busy = new Set<string>()
  #queue: Waiting[] = []
  #sendersOut = 0
  #isPumpDue = false
  #whenIdle: (() => void) | undefined

  constructor(senders: readonly GroupSender[]) {
    this.#free = [...senders]
  }

  submit(item: PreparedCommand): Promise<AppendResult> {
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>()
    this.#queue.push({ item, resolve, reject })
    this.#pumpSoon()
    return promise
  }

  /** Resolves when no command waits or is in flight. */
  async idle(): Promise<void> {
    if (this.#queue.length === 0 && this.#sendersOut === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenIdle = resolve
    await promise
  }

  /** Waits for the pending callbacks, so that commands which arrive together share a group. */
  #pumpSoon(): void {
    if (this.#isPumpDue) return
    this.#isPumpDue = true
    setImmediate(() => {
      this.#isPumpDue = false
      this.#pump()
    })
  }

  #pump(): void {
    while (this.#free.length > 0 && this.#queue.length > 0) {
      const share = Math.ceil(this.#queue.length / this.#free.length)
      const group = this.#takeGroup(Math.min(GROUP_MAX, Math.max(GROUP_MIN, share)))
      if (group.length === 0) return
      void this.#send(this.#free.pop() as GroupSender, group)
    }
  }

  #takeGroup(sizeMax: number): Waiting[] {
    const group: Waiting[] = []
    this.#queue = this.#queue.filter((waiting) => {
      const names = namesOf(waiting)
      if (group.length === sizeMax || names.some((name) => this.#busy.has(name))) return true
      for (const name of names) this.#busy.add(name)
      group.push(waiting)
      return false
    })
    return group
  }

  async #send(sender: GroupSender, group: readonly Waiting[]): Promise<void> {
    this.#sendersOut += 1
    try {
      const answers = await sender.append(group.map(({ item }) => item))
      for (const { item, resolve, reject } of group) {
        const answer = answers.get(item) ?? new Error('the group left a command unanswered')
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of group) reject(error as Error)
    } finally {
      for (const name of group.flatMap(namesOf)) this.#busy.delete(name)
      this.#sendersOut -= 1
      this.#free.push(sender)
      this.#pumpSoon()
      if (this.#sendersOut === 0 && this.#queue.length === 0) this.#whenIdle?.()
    }
  }
}

/** Of which only one command may be in flight. */
function namesOf({ item: { command } }: Waiting): string[] {
  const { stream, key, guards = [] } = command
  return [stream, key, ...guards.map(({ name }) => name)]
}
