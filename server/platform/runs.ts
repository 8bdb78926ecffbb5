import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type * as z from 'zod/mini'
import { currentState } from '#server/events/current-state.ts'
import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { isSilent, type RequestedRun, type RunFacts } from '#shared/rules/silent-runs.ts'
import { instantOf } from '#shared/time.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import {
  addJob,
  defineTask,
  handleTask,
  type ScheduledTask,
  type Task,
  type TaskHandler,
} from './jobs.ts'
import { newId } from './new-id.ts'
import type { Cause } from './request-cause.ts'
import {
  type ReportProgress,
  type RunProgress,
  readProgress,
  withProgress,
} from './run-progress.ts'
import { systemCause } from './system-cause.ts'

/** The state of a stream that admits one run at a time. */
interface RunState<Job> {
  readonly running: (Job & RequestedRun) | null
}

/** A requested run; `requestedBy` is null if the platform requested it. */
interface NewRun {
  readonly runId: string
  readonly requestedBy: string | null
}

interface RunKind<S, E extends DomainEvent, Job, Order, Step extends string> {
  /** Its kind is part of the name of the task and of the keys of its commands. */
  readonly aggregate: Aggregate<S, E>
  /** The one stream of its kind. */
  readonly id: string
  /** The event that requests a run, and the name of the follower that adds the job. */
  readonly requested: E['type']
  readonly follower: string
  /** The part of the event that the work needs. */
  readonly job: z.ZodMiniType<Job>
  readonly idOf: (job: Job) => string
  readonly firstStep: Step
  /** Refuses while another run is in progress and reports. */
  readonly request: (state: S, order: Order & NewRun, facts: RunFacts) => Decision<E>
}

interface Needs {
  readonly pool: Pool
  readonly log: EventLog
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
}

type Asking = Pick<Needs, 'pool' | 'log' | 'clock'>

/** A time at which a run is requested. */
interface RunTime<Order> extends Pick<ScheduledTask, 'name' | 'at'> {
  readonly order: Order
}

/**
 * Long work that staff or a schedule request, one run at a time. The event of the request adds a
 * durable job, and another event records the result. If the process of a run ends, the run starts
 * again in another process; a run that no longer reports is replaced by the next request.
 */
export class Runs<
  S extends RunState<Job>,
  E extends DomainEvent,
  Job,
  Order extends object,
  Step extends string,
> {
  readonly #kind: RunKind<S, E, Job, Order, Step>
  readonly #task: Task<Job>
  readonly #stream: {
    readonly aggregate: Aggregate<S, E>
    readonly id: string
    readonly owner: null
  }
  /** Follows the log and adds a job for each requested run. */
  readonly follower: Follower

  constructor(kind: RunKind<S, E, Job, Order, Step>) {
    const { aggregate, id, job, follower: name, requested } = kind
    const task = defineTask(`${aggregate.kind}.run`, job, 'long')
    this.#kind = kind
    this.#task = task
    this.#stream = { aggregate, id, owner: null }
    this.follower = eventFollower({
      name,
      types: [requested],
      newTypes: 'next',
      handle: async (events, transaction) => {
        for (const { data } of events) await addJob(transaction, task, job.parse(data))
      },
    })
  }

  readState(log: EventLog): Promise<S> {
    return currentState(log, this.#stream.aggregate, this.#stream.id)
  }

  /** Requests a run on behalf of a member of staff. */
  async requestByStaff(
    needs: Asking,
    order: Order,
    { caller, cause }: { caller: Caller; cause: Cause },
  ): Promise<{ readonly runId: string } | Refusal> {
    const decideWith = this.#asking(needs, order, caller.userId)
    const result = await handleCommand(needs.log, { ...cause, ...this.#stream, decideWith })
    if (isRefusal(result)) return result
    const { running } = result.state
    if (!running) throw new Error('a requested run is in progress')
    return { runId: this.#kind.idOf(running) }
  }

  /** Requests the run of a day, once, whichever process is first. */
  requestBySchedule(needs: Asking, order: Order): Promise<CommandResult<S>> {
    const { kind } = this.#stream.aggregate
    const at = instantOf(needs.clock.now())
    const day = at.slice(0, 10)
    return handleCommand(needs.log, {
      ...this.#stream,
      ...systemCause(`${kind} of ${day}`, { [`${kind}Of`]: day }, at, newId(needs.clock)),
      decideWith: this.#asking(needs, order, null),
    })
  }

  schedule(needs: Asking, times: readonly RunTime<Order>[]): ScheduledTask[] {
    return times.map(({ order, ...time }) => ({
      ...time,
      // Refused if a run that staff requested is in progress: it checks the same data.
      run: async () => void (await this.requestBySchedule(needs, order)),
    }))
  }

  /** @param work ends with `finish`; it may run again if its process ended */
  tasks(
    needs: Needs,
    work: (job: Job, report: ReportProgress<Step>) => Promise<void>,
  ): TaskHandler[] {
    return [handleTask(this.#task, (job) => this.#run(needs, job, work))]
  }

  /** Records the result of a run, once; refused if another run has replaced it. */
  finish(
    { log, clock }: Pick<Needs, 'log' | 'clock'>,
    runId: string,
    decideWith: (state: S) => Decision<E>,
  ): Promise<CommandResult<S>> {
    const { kind } = this.#stream.aggregate
    const at = instantOf(clock.now())
    return handleCommand(log, {
      ...this.#stream,
      ...systemCause(`${kind} ${runId}`, { [kind]: runId }, at, runId),
      decideWith,
    })
  }

  /** The progress of the current run, and whether its process has ended. */
  async standingOf(
    needs: Pick<Needs, 'pool' | 'clock'>,
    running: Job & RequestedRun,
  ): Promise<{ readonly progress: RunProgress<Step> | undefined; readonly isSilent: boolean }> {
    const { progress, facts } = await this.#look(needs, running)
    return { progress, isSilent: isSilent(running, facts) }
  }

  #asking(needs: Asking, order: Order, requestedBy: string | null) {
    const runId = newId(needs.clock)
    return async (state: S): Promise<Decision<E>> => {
      const { facts } = await this.#look(needs, state.running)
      return this.#kind.request(state, { ...order, runId, requestedBy }, facts)
    }
  }

  async #look({ pool, clock }: Pick<Needs, 'pool' | 'clock'>, running: Job | null) {
    const progress = running ? await readProgress<Step>(pool, this.#kind.idOf(running)) : undefined
    const lastSeenAt = progress ? instantOf(progress.seenAt.getTime()) : null
    const facts: RunFacts = { at: instantOf(clock.now()), lastSeenAt }
    return { progress, facts }
  }

  async #run(
    { pool, log, clock, logger }: Needs,
    job: Job,
    work: (job: Job, report: ReportProgress<Step>) => Promise<void>,
  ): Promise<void> {
    const { idOf, firstStep } = this.#kind
    const runId = idOf(job)
    const { running } = await this.readState(log)
    // It finished before a crash, or another run has replaced it.
    if (!running || idOf(running) !== runId) return
    const onFault = (error: unknown) =>
      logger.warn(
        { err: error, run: this.#task.name },
        'the progress of a run could not be reported',
      )
    await withProgress<Step, void>(
      { pool, clock, onFault },
      { runId, first: firstStep },
      (report) => work(job, report),
    )
  }
}
