import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import type { RecordedTick } from '#server/events/event-definition.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import type { EventLog } from '#server/events/log.ts'
import type { Units } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import { type Item, type ModelUser, REVIEWERS, USERS, type World } from './world.ts'

interface Submission {
  /** The log of the server that gets the submission. */
  readonly log: EventLog
  readonly key: string
  /** Identifies the request: a different request under the same key must be refused. */
  readonly request: unknown
}

export type Outcome = CommandResult<unknown> | undefined

/** What an action of the model may use: one submission under one key. */
export class Turn {
  readonly world: World
  readonly #submission: Submission

  constructor(world: World, submission: Submission) {
    this.world = world
    this.#submission = submission
  }

  get at(): Instant {
    return this.world.at
  }

  user(index: number): ModelUser {
    return USERS[index % USERS.length] as ModelUser
  }

  reviewer(index: number): string {
    return REVIEWERS[index % REVIEWERS.length] as string
  }

  available({ userNo }: ModelUser, symbol: string): Promise<Units> {
    return this.world.readAvailable(userNo, symbol)
  }

  current(symbol: string): RecordedTick | undefined {
    return this.world.current(symbol)
  }

  /** The current state of a stream. */
  async read<S>(stream: string): Promise<S | undefined> {
    return (await this.#submission.log.readDocument<S>(stream))?.state
  }

  /** Opens a new item for a user. */
  async open<S, E extends DomainEvent>(
    aggregate: Aggregate<S, E>,
    owner: ModelUser,
    decide: (state: S, id: string) => Decision<E> | Promise<Decision<E>>,
    id = this.world.newId(),
  ): Promise<CommandResult<S>> {
    const opening = { id, owner, isOpening: true }
    const result = await this.#run(aggregate, opening, owner.userId, (state) => decide(state, id))
    const items = this.world.itemsOf(aggregate.kind)
    if (!isRefusal(result) && !items.some((item) => item.id === result.id)) {
      items.push({ id: result.id, owner })
    }
    return result
  }

  /** Runs a command on an opened item; undefined if there is none. */
  async on<S, E extends DomainEvent>(
    aggregate: Aggregate<S, E>,
    which: number,
    decide: (state: S, item: Item) => Decision<E> | Promise<Decision<E>>,
    by = 'system',
  ): Promise<Outcome> {
    const items = this.world.itemsOf(aggregate.kind)
    const item = items[which % items.length]
    return item && this.#run(aggregate, item, by, (state) => decide(state, item))
  }

  #run<S, E extends DomainEvent>(
    aggregate: Aggregate<S, E>,
    { id, owner, isOpening = false }: Item & { readonly isOpening?: boolean },
    actorId: string,
    decideWith: (state: S) => Decision<E> | Promise<Decision<E>>,
  ): Promise<CommandResult<S>> {
    const { log, key, request } = this.#submission
    const isNew = !this.world.itemsOf(aggregate.kind).some((item) => item.id === id)
    return handleCommand(log, {
      aggregate,
      id,
      isNew,
      owner: owner.userNo,
      key: { header: key, actorId },
      requestHash: requestHash({ request, ...(isOpening ? {} : { id }) }),
      metadata: {
        actor: actorId === 'system' ? { kind: 'system' } : { kind: 'user', id: actorId },
        at: this.at,
        // Every attempt is a new request, even a repetition.
        correlation: this.world.newId(),
      },
      decideWith,
    })
  }
}
