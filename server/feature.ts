import { type Catalog, catalogOf } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import type { DataOf, EventDefinitions } from '#server/events/event-definition.ts'
import type { Follower } from '#server/events/follower.ts'
import type { ScheduledTask, TaskHandler } from '#server/platform/jobs.ts'
import type { LiveMessage } from '#server/platform/live/sync-messages.ts'
import type { GaugeDefinition } from '#server/platform/metrics.ts'
import type { App } from '#server/platform/mount.ts'
import {
  type NotificationSwitch,
  REVIEW_URL,
  type ReviewNotification,
  toReviewers,
} from '#server/platform/push/notification.ts'
import type { HealthFindings } from '#server/platform/readiness.ts'
import type { Projection } from '#server/projections/projection.ts'
import { projectionsOf } from '#server/projections/registry.ts'
import type { DecidedKind } from '#server/projections/review-times.ts'
import type { ResultKind } from '#server/queries/new-results.ts'
import type { CaseSource, NamedCaseSource } from '#server/reviews/case-source.ts'
import type { HistorySource } from '#server/reviews/history-source.ts'
import type { OrderSource } from '#server/reviews/order-source.ts'
import type { AnyReviewSource } from '#server/reviews/review-source.ts'
import type { TransactionSource } from '#server/reviews/transaction-source.ts'
import type { Services } from '#server/services.ts'
import type { Text } from '#shared/text/t.ts'

/** Everything that one feature adds to the server, declared once. */
export type Feature<E extends EventDefinitions = EventDefinitions> = Work &
  (
    | (Recorded<E> & ((Streams & (Reviewed<E> | None<Reviewed>)) | None<Streams & Reviewed>))
    | None<Recorded & Streams & Reviewed>
  )

/** Routes, and work without a request. */
interface Work {
  /** The name of its folder. */
  readonly name: string
  readonly routes?: (app: App, services: Services, features: Features) => void
  /** Adds hooks to the routes of all features. */
  readonly hooks?: (app: App, services: Services) => void
  /** `stopping` is aborted when the process ends. */
  readonly schedules?: (
    services: Services,
    stopping: AbortSignal,
    features: Features,
  ) => readonly ScheduledTask[]
  /** Durable jobs; `stopping` as above. */
  readonly tasks?: (
    services: Services,
    stopping: AbortSignal,
    features: Features,
  ) => readonly TaskHandler[]
  readonly followers?: (features: Features) => readonly Follower[]
  /** Runs before the first request and job. */
  readonly prepare?: (services: Services, features: Features) => Promise<void>
  /** Starts work that runs until the process ends. */
  readonly start?: (services: Services) => { stop(): Promise<void> }
  /** The feature's part of `/readyz`. */
  readonly health?: (services: Services) => Promise<HealthFindings>
  /** The feature's gauges in `/metrics`. */
  readonly gauges?: (services: Services) => readonly GaugeDefinition[]
  /** What it stores about people besides events. Every table that refers to a person is in one. */
  readonly personalData?: readonly PersonalData[]
}

/** Tables with data about people: what the export of a user contains of them, or why it does not. */
export type PersonalData = { readonly tables: readonly string[] } & (
  | {
      /** The name in the export. */
      readonly name: string
      /** Everything about this person, with sealed columns opened, as it becomes JSON. */
      readonly read: (services: Services, of: Person) => Promise<unknown>
    }
  | { readonly notExported: string }
)

interface Person {
  readonly userId: string
  readonly userNo: bigint
}

/** The parts of a feature that records events. */
interface Recorded<E extends EventDefinitions = EventDefinitions> {
  readonly events: E
  /** The part of the audit that shows its events. */
  readonly audit: {
    readonly area: string
    readonly label: string
    readonly details?: AuditDetails<E>
  }
  readonly notifications?: readonly NotificationSwitch<keyof E & string>[]
  /**
   * Mails to the owner of the stream about acts that a thief could have done. Cannot be switched
   * off.
   */
  readonly ownerMails?: OwnerMails<keyof E & string>
  /**
   * Events whose reasons and notes by staff their owner can read in the app. The export of a user's
   * data withholds those of all others.
   */
  readonly shownToOwner?: readonly (keyof E & string)[]
}

/** The parts of a feature whose events have their own streams. */
interface Streams {
  readonly aggregate: AnyAggregate
  /** The message to open screens about a change; null: none. */
  readonly live: LiveMessage | null
  /** Its entries in a user's history for staff. */
  readonly history?: HistorySource
  /** Its entries in the list of all orders. */
  readonly orders?: OrderSource
  /** How staff find its streams; the desk shows those that they review. */
  readonly cases?: CaseSource
  /** Its entries in the transaction history. */
  readonly transactions?: TransactionSource
}

/** The parts of a feature whose requests are reviewed by staff. */
interface Reviewed<E extends EventDefinitions = EventDefinitions> {
  readonly review: AnyReviewSource
  readonly reviewNotification: ReviewNotification<keyof E & string>
}

/** The texts are produced by `t`, in the owner's language. */
export interface OwnerMail {
  readonly subject: string
  readonly text: string
}

type OwnerMails<Type extends string = string> = {
  readonly [T in Type]?: (data: never) => OwnerMail
}

/**
 * By event type: what an act did, in addition to its title, amount and reason, for a line of the
 * audit. Names no person, because the audit can be exported.
 */
export type AuditDetails<E extends EventDefinitions> = {
  readonly [T in keyof E & string]?: (data: DataOf<E, T>) => AuditText
}

/** A string is the same in every language; null if an event has no details. */
type AuditText = Text | string | null

type None<T> = { readonly [Each in keyof T]?: never }

/** Restricts the texts to the names of the feature's own events. */
export function defineFeature<E extends EventDefinitions>(feature: Feature<E>): Feature {
  return feature as Feature
}

/** The lists that the server derives from all features. */
export interface Features {
  readonly list: readonly Feature[]
  readonly aggregates: readonly AnyAggregate[]
  readonly catalog: Catalog
  readonly reviews: readonly AnyReviewSource[]
  /** The kinds of requests that staff decide on. */
  readonly decided: readonly (DecidedKind & { readonly label: string })[]
  readonly projections: readonly Projection[]
  readonly histories: readonly HistorySource[]
  /** Everything of a user that staff can open. */
  readonly cases: readonly NamedCaseSource[]
  readonly transactions: readonly TransactionSource[]
  readonly notifications: readonly NotificationSwitch[]
  /** The kinds whose decisions are announced to the owner. */
  readonly results: readonly ResultKind[]
  /** By type of event. */
  readonly ownerMails: ReadonlyMap<string, (data: never) => OwnerMail>
  /** By the kind of stream. */
  readonly reviewNotifications: ReadonlyMap<string, ReviewNotification>
  /** The types of events about which owners are notified because a thief could have caused them. */
  readonly securityTypes: readonly string[]
  readonly auditAreas: readonly AuditArea[]
  readonly personalData: readonly PersonalData[]
  /** The types of events whose texts by staff their owners can read in the app. */
  readonly shownToOwners: ReadonlySet<string>
  /** The types of events that are the first of two approvals. */
  readonly firstApprovals: ReadonlySet<string>
  /** By the kind of stream. */
  readonly liveMessages: ReadonlyMap<string, LiveMessage | null>
}

export interface AuditArea {
  readonly area: string
  readonly label: string
  readonly types: readonly string[]
  readonly details?: Readonly<Record<string, ((data: never) => AuditText) | undefined>>
}

/** The switch for notifications about the protection of the account. */
const SECURITY = 'security'

/** Throws if the features contradict each other: no process may start with that bug. */
export function featuresOf(list: readonly Feature[]): Features {
  const aggregates = list.flatMap(({ aggregate }) => aggregate ?? [])
  const decided = list.flatMap(({ review, audit }) =>
    review && audit && Object.keys(review.decides).length > 0
      ? [{ kind: review.kind, label: audit.label, decides: review.decides }]
      : [],
  )
  const features: Features = {
    list,
    aggregates,
    catalog: catalogOf(aggregates),
    reviews: list.flatMap(({ review }) => review ?? []),
    decided,
    projections: projectionsOf(decided),
    histories: list.flatMap(({ history }) => history ?? []),
    cases: list.flatMap(({ aggregate, audit, review, cases }) => {
      const source = review ? { ...review, url: REVIEW_URL } : cases
      if (!source || !aggregate || !audit) return []
      const { url, summarise } = source
      return [{ kind: aggregate.kind, label: audit.label, url, summarise }]
    }),
    transactions: list.flatMap(({ transactions }) => transactions ?? []),
    notifications: list.flatMap(({ notifications = [], reviewNotification }) => [
      ...(reviewNotification ? [toReviewers(reviewNotification)] : []),
      ...notifications,
    ]),
    results: resultKindsOf(list),
    ownerMails: new Map(
      list.flatMap(({ ownerMails = {} }) =>
        Object.entries(ownerMails).flatMap(([type, mail]) => (mail ? [[type, mail] as const] : [])),
      ),
    ),
    reviewNotifications: new Map(
      list.flatMap(({ aggregate, reviewNotification }) =>
        aggregate && reviewNotification ? [[aggregate.kind, reviewNotification]] : [],
      ),
    ),
    securityTypes: list.flatMap(({ ownerMails = {}, notifications = [] }) => [
      ...Object.keys(ownerMails),
      ...notifications.flatMap(({ kind, texts }) => (kind === SECURITY ? Object.keys(texts) : [])),
    ]),
    auditAreas: list.flatMap(({ audit, events }) =>
      audit && events ? [{ ...audit, types: Object.keys(events) }] : [],
    ),
    personalData: list.flatMap(({ personalData }) => personalData ?? []),
    shownToOwners: new Set(list.flatMap(({ shownToOwner }) => shownToOwner ?? [])),
    firstApprovals: new Set(aggregates.flatMap(({ approval }) => approval?.first ?? [])),
    liveMessages: new Map(
      list.flatMap(({ aggregate, live }) => (aggregate ? [[aggregate.kind, live ?? null]] : [])),
    ),
  }
  const [fault] = faultsOf(features)
  if (fault !== undefined) throw new Error(fault)
  return features
}

function resultKindsOf(list: readonly Feature[]): ResultKind[] {
  return list.flatMap(({ review, notifications = [], transactions }) => {
    if (!review) return []
    const decided = Object.keys(review.decides)
    const forOwner = notifications.find(
      ({ to, texts }) => to === 'owner' && decided.some((type) => type in texts),
    )
    if (!forOwner) return []
    const { label, url } = forOwner
    return [{ kind: review.kind, label, url, needsOk: transactions !== undefined }]
  })
}

function faultsOf(features: Features): string[] {
  const { list, aggregates, catalog, auditAreas, notifications, personalData } = features
  const inAreas = auditAreas.flatMap(({ types }) => types)
  const unknown = [...catalog.keys()].filter((type) => !inAreas.includes(type))
  const unused = inAreas.filter((type) => !catalog.has(type))
  return [
    ...unknown.map((type) => `${type} is an event of no feature`),
    ...unused.map((type) => `${type} is an event of no stream`),
    ...repeated(list.map(({ name }) => name)).map((name) => `two features are called ${name}`),
    ...repeated(aggregates.map(({ kind }) => kind)).map((kind) => `two streams are called ${kind}`),
    ...repeated(inAreas).map((type) => `${type} is an event of two features`),
    ...repeated(auditAreas.map(({ area }) => area)).map((area) => `two areas are called ${area}`),
    ...repeated(personalData.flatMap((data) => ('name' in data ? data.name : []))).map(
      (name) => `two parts of the export are called ${name}`,
    ),
    ...repeated(notifications.map(({ kind }) => kind)).map((kind) => `two switches are ${kind}`),
  ]
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) < index)
}
