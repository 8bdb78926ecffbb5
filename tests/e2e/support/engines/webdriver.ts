/** The W3C WebDriver commands that journeys use, with their paths and their Marionette names. */
export const COMMANDS = {
  navigate: { method: 'POST', path: '/url', marionette: 'WebDriver:Navigate' },
  refresh: { method: 'POST', path: '/refresh', marionette: 'WebDriver:Refresh' },
  execute: { method: 'POST', path: '/execute/sync', marionette: 'WebDriver:ExecuteScript' },
  click: { method: 'POST', path: '/element/:id/click', marionette: 'WebDriver:ElementClick' },
  clear: { method: 'POST', path: '/element/:id/clear', marionette: 'WebDriver:ElementClear' },
  type: { method: 'POST', path: '/element/:id/value', marionette: 'WebDriver:ElementSendKeys' },
  act: { method: 'POST', path: '/actions', marionette: 'WebDriver:PerformActions' },
  readRect: { method: 'GET', path: '/window/rect', marionette: 'WebDriver:GetWindowRect' },
  setRect: { method: 'POST', path: '/window/rect', marionette: 'WebDriver:SetWindowRect' },
  screenshot: { method: 'GET', path: '/screenshot', marionette: 'WebDriver:TakeScreenshot' },
} as const

export type Command = keyof typeof COMMANDS

export interface WebDriver {
  send: (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>
  close: () => Promise<void>
}

/** The key under which WebDriver names an element. */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'
