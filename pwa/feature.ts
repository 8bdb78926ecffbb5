import type { LucideIcon } from 'lucide-react'
import type { Load } from '#pwa/loading/load.ts'
import type { ReviewView } from '#pwa/reviews/review-view.ts'
import type { StaffIcon } from '#pwa/shell/staff-icons.ts'
import type { Permission } from '#shared/rules/permissions.ts'

/**
 * A feature as the browser sees it. Routes, menus, refetching, the dialogs of the home screen and
 * the names of holds are derived from these declarations. Every start loads them, and the build
 * reads them in Node: code with more than an icon in it is imported on demand.
 */
export interface Feature {
  /** By path, as the router matches it. */
  readonly screens?: Readonly<Record<string, Omit<Screen, 'path'>>>
  /** By name: `/?open=NAME` opens one over the home screen. */
  readonly dialogs?: Readonly<Record<string, HomeDialog>>
  /**
   * For each topic of routes, the live messages after which its responses are refetched: for its own
   * topics, and for those of lists that show its requests.
   */
  readonly queries?: Readonly<Record<string, readonly string[]>>
  /** For each kind of item that may hold money frozen, what its owner calls it and finds it under. */
  readonly holds?: Readonly<Record<string, Place>>
  /** For each route whose submissions may wait on the device, by method and path: the list they are in. */
  readonly unsent?: Readonly<Record<string, Place>>
  /** How staff review its requests. */
  readonly reviewView?: () => Promise<ReviewView>
}

export interface Screen {
  readonly path: string
  /** Comes before the operator's name in the window's title. */
  readonly title: string
  /**
   * signed-out and always: without the frame; the former only before signing in. user: every
   * signed-in user. Otherwise the permission that staff need to see it.
   */
  readonly access: 'signed-out' | 'user' | 'always' | Permission
  /** Of a signed-out screen: the query parameters of links that open it for signed-in users too. */
  readonly links?: readonly string[]
  readonly page: Load
  readonly menu?: MenuEntry
}

/** The numbers are places: each menu shows its entries in ascending order. */
interface MenuEntry {
  /** A name if only the menu of the back office shows it. */
  readonly icon: LucideIcon | StaffIcon
  /** The screen's title unless given. */
  readonly label?: string
  /** In the top menu, where it differs. */
  readonly topLabel?: string
  readonly bottomBar?: number
  readonly topMenu?: number
  readonly adminMenu?: number
}

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export interface HomeDialog {
  readonly load: Load<DialogProps>
  /** Mounted while closed as well, because it keeps on the device what it needs offline. */
  readonly readsAhead?: true
}

interface Place {
  readonly label: string
  readonly to: string
}

export type QueryFamilies = Readonly<Record<string, readonly string[]>>

export function defineFeature(feature: Feature): Feature {
  return feature
}

export function screensOf(features: readonly Feature[]): Screen[] {
  return features.flatMap(({ screens = {} }) =>
    Object.entries(screens).map(([path, screen]) => ({ path, ...screen })),
  )
}

/** The paths that a device can be opened at: those without a parameter. */
export function openablePathsOf(features: readonly Feature[]): string[] {
  return screensOf(features)
    .map(({ path }) => path)
    .filter((path) => !path.includes(':'))
}

/** For each live message, the topics of the queries to refetch. */
export function queryFamiliesOf(features: readonly Feature[]): QueryFamilies {
  const pairs = features.flatMap(({ queries = {} }) =>
    Object.entries(queries).flatMap(([topic, actions]) =>
      actions.map((action) => ({ action, topic })),
    ),
  )
  const families: Record<string, string[]> = {}
  for (const { action, topic } of pairs) families[action] = [...(families[action] ?? []), topic]
  return families
}

export function holdKindsOf(features: readonly Feature[]): Readonly<Record<string, Place>> {
  return Object.assign({}, ...features.map(({ holds }) => holds))
}

export function unsentPlacesOf(features: readonly Feature[]): Readonly<Record<string, Place>> {
  return Object.assign({}, ...features.map(({ unsent }) => unsent))
}

export function dialogsOf(features: readonly Feature[]) {
  return features.flatMap(({ dialogs = {} }) =>
    Object.entries(dialogs).map(([name, dialog]) => ({ name, ...dialog })),
  )
}

/** Those that have a place, by place. */
export function inOrder<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number | undefined,
): Item[] {
  const placed = items.filter((item) => placeOf(item) !== undefined)
  return placed.sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
}
