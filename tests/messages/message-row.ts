import type { Page } from '@playwright/test'
import type { People, Person } from '#tests/e2e/support/people.ts'
import type { RunningServer } from '#tests/e2e/support/running-server.ts'

interface Text {
  readonly title: string
  readonly message: string
}

export interface ActingOn {
  readonly page: Page
  readonly person: Person
  readonly people: People
  readonly server: RunningServer
}

/** Data available before the page is opened. */
export type Setting = Omit<ActingOn, 'page'>

/** An action of a user in the browser. */
export interface ScreenAct {
  readonly by?: 'staff' | 'newcomer'
  /** The page to open; a function first creates what the page shows. */
  readonly path: string | ((setting: Setting) => Promise<string>)
  /** A request answered with a foreign error page, as by a proxy: "POST /api/trades". */
  readonly fails?: string
  readonly act?: (on: ActingOn) => Promise<void>
}

/** One message, as "title: text" if it has both, and the action that shows it. */
export type MessageRow = { readonly says: string } & (
  | { readonly form: () => Text | string | undefined }
  /** The test file that shows it. */
  | { readonly shownBy: string }
  | { readonly screen: ScreenAct }
)
