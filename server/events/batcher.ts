import type { GroupAppend } from './group-append.ts'
import type { AppendResult } from './log.ts'
import type { PreparedCommand } from './prepared-command.ts'

const GROUP_MAX = 128
/**
 * The queue is split among the free senders, so that one group is written while another commits.
 * Smaller groups cost more than that saves.
 */
const GROUP_MIN = 8

/**
 * Beyond these limits a quick refusal is better than a late response: no command waits without end.
 */
const QUEUE_MAX = 4_096
const WAIT_MS_MAX = 3_000

/** Too many commands wait, or one has waited too long: it was not sent, so it had no effect. */
export class LogBusy extends Error {
  override readonly name = 'LogBusy'
}

interface Waiting {
  readonly since: number
  readonly item: PreparedCommand
  readonly resolve: (result: AppendResult) => void
  readonly reject: (error: Error) => void
}

/** Sends a group and returns a result for each of its commands. */
type GroupSender = Pick<GroupAppend, 'append'>

/**
 * Gathers the commands that wait while earlier groups commit, and sends them as one group.
 *
 * Two commands with the same stream, key or guard are never in flight together: the second would
 * fail.
 */
export class Batcher {
  readonly #free: GroupSender[]
  readonly #busy = new Set<string>()
  #queue: Waiting[] = []
  #sendersOut = 0
  #isPumpDue = false
  #overdue: NodeJS.Timeout | undefined
  #whenIdle: (() => void) | undefined

  constructor(senders: readonly GroupSender[]) {
    this.#free = [...senders]
  }

  submit(item: PreparedCommand): Promise<AppendResult> {
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>()
    if (this.#queue.length >= QUEUE_MAX) {
      reject(new LogBusy(`${QUEUE_MAX} commands wait already`))
      return promise
    }
    this.#queue.push({ since: performance.now(), item, resolve, reject })
    this.#pumpSoon()
    this.#overdue ??= this.#lookAfter(WAIT_MS_MAX)
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

  /** The timer does not keep the process alive; the connection of each waiting command does. */
  #lookAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#refuseOverdue(), ms).unref()
  }

  #refuseOverdue(): void {
    const limit = performance.now() - WAIT_MS_MAX
    const overdue = this.#queue.filter(({ since }) => since <= limit)
    this.#queue = this.#queue.filter(({ since }) => since > limit)
    for (const { reject } of overdue) reject(new LogBusy('no command was sent in time'))
    const [oldest] = this.#queue
    this.#overdue = oldest && this.#lookAfter(oldest.since - limit)
    this.#settle()
  }

  #settle(): void {
    if (this.#sendersOut === 0 && this.#queue.length === 0) this.#whenIdle?.()
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
      const results = await sender.append(group.map(({ item }) => item))
      for (const { item, resolve, reject } of group) {
        const result = results.get(item) ?? new Error('the group left a command unanswered')
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of group) reject(error as Error)
    } finally {
      for (const name of group.flatMap(namesOf)) this.#busy.delete(name)
      this.#sendersOut -= 1
      this.#free.push(sender)
      this.#pumpSoon()
      this.#settle()
    }
  }
}

/** Stream, key and raised guards of a command; two that share one are never in flight together. */
function namesOf({ item: { command } }: Waiting): string[] {
  const { stream, key, guards = [] } = command
  return [stream, key, ...guards.flatMap(({ name, isKept }) => (isKept ? [] : name))]
}
