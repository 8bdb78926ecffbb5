import type { Locator, Page } from '@playwright/test'
import type { Screen } from './every-screen.ts'
import { LONG_AMOUNT, type Names } from './long-texts.ts'
import { WALLET } from './people.ts'

/**
 * A screen that looks like others to a screen reader, but has another layout. Without a path it is
 * reached from the previous screen. The path may contain placeholders, such as `:userId`.
 */
export interface Step extends Pick<Screen, 'shows'> {
  readonly path?: string
  readonly act?: Act
}

type Act = (page: Page, names: Names) => Promise<void>

/** Dialogs below the top one have no role while it is open. */
const OPEN = 'dialog[open]'

/** The dialog on top, or the page. */
async function front(page: Page): Promise<Page | Locator> {
  const dialogs = page.locator(OPEN)
  return (await dialogs.count()) > 0 ? dialogs.last() : page
}

const press =
  (name: string | RegExp): Act =>
  async (page) =>
    (await front(page)).getByRole('button', { name }).first().click()

/** The inputs of segments are only for screen readers and cannot be clicked. */
const choose =
  (role: 'radio' | 'switch' | 'tab', name: string | RegExp): Act =>
  async (page) =>
    (await front(page))
      .getByRole(role, { name })
      .evaluate((element: HTMLElement) => element.click())

const fill =
  (name: string | RegExp, text: string): Act =>
  async (page) =>
    (await front(page)).getByRole('textbox', { name }).fill(text)

/** Closes the dialog on top first. */
const instead =
  (act: Act): Act =>
  async (page, names) => {
    const dialogs = page.locator(OPEN)
    const last = dialogs.nth((await dialogs.count()) - 1)
    await page.keyboard.press('Escape')
    await last.waitFor({ state: 'detached' })
    await act(page, names)
  }

const inTurn =
  (...acts: readonly Act[]): Act =>
  async (page, names) => {
    for (const act of acts) await act(page, names)
  }

export const MORE_WITHOUT_SESSION: readonly Step[] = [
  { path: '/freeze-withdrawals', shows: /link/ },
]

export const MORE_OF_A_CUSTOMER: readonly Step[] = [
  { path: '/', act: press(/ new results?$/), shows: /: \d new result/ },
  { path: '/about', shows: 'Global presence' },
  { path: '/?open=convert', shows: 'You receive about' },
  {
    act: inTurn(fill('Amount', '12345.12345678'), press('Continue')),
    shows: 'These terms are valid for',
  },
  { path: '/?open=staking', shows: 'In Progress' },
  { act: press('Details'), shows: 'Total interest' },
  { act: instead(press(/^30 Days/)), shows: /^There is no early withdrawal/ },
  {
    path: '/?open=withdraw',
    act: inTurn(
      choose('radio', 'USDT'),
      fill('Wallet address', WALLET.address),
      fill('Amount', '12345.123456'),
      press('Continue'),
    ),
    shows: 'You receive',
  },
  { path: '/?open=withdraw', act: press('Scan a QR code'), shows: 'Image with the QR code' },
  {
    act: instead(inTurn(choose('radio', 'ETH'), press('Saved addresses'))),
    shows: /^Hardware wallet/,
  },
  { act: press(/^Rename/), shows: 'Rename address' },
  { act: instead(press(/^Remove/)), shows: 'Remove this address?' },
  { act: instead(choose('switch', /^Withdraw only/)), shows: 'Turn the allowlist on?' },
  { act: instead(press('Add address')), shows: 'Only you see it.' },
  { path: '/?open=transaction-history', act: press(/^Cancel the/), shows: /^Cancel this/ },
  { path: '/profile', act: press('Change the profile picture'), shows: 'Use the camera' },
  { act: instead(press('Legal Agreements')), shows: 'Privacy Policy' },
  { act: instead(press('Delete Account')), shows: 'Type DELETE to confirm' },
  { act: instead(press('Add a passkey')), shows: 'Helps you tell your passkeys apart.' },
  { act: instead(press('Turn on')), shows: 'Turn on the second factor' },
  { path: '/support', act: press('Open your image'), shows: 'Your image' },
]

/** Visited first, because a claim ends after five minutes. */
export const CLAIMED: readonly Step[] = [
  {
    path: '/admin/reviews?case=:claimed',
    shows: /^Demo Reviewer.* has been working on this since/,
  },
  { act: async (page) => page.keyboard.press('?'), shows: 'These shortcuts' },
]

export const MORE_OF_STAFF: readonly Step[] = [
  { path: '/admin/users/:userId/activity', shows: 'Deposit approved' },
  { path: '/admin/reviews?case=:deposit', act: press('View the proof'), shows: 'Open in New Tab' },
  { act: instead(press(/^Compare with the proof/)), shows: 'This case' },
  { act: instead(press('Approve')), shows: 'Approve deposit request' },
  { act: instead(press('Reject')), shows: 'Rejection Reason' },
  {
    path: '/admin/reviews?case=:withdrawal',
    act: press('Approve'),
    shows: 'A second person must approve it as well',
  },
  { act: instead(press('Reject')), shows: 'Reject withdraw request' },
  { path: '/admin/reviews?case=:sent', act: press('Approve'), shows: 'Start sending' },
  { act: press('Start sending'), shows: 'Copy address' },
  { path: '/admin/reviews?case=:kyc', act: press('Reject'), shows: 'Reject verification' },
  { act: instead(press('Approve')), shows: 'Approve this verification?' },
  { path: '/admin/reviews?case=:loan', act: press('Reject'), shows: 'Reject loan application' },
  { act: instead(press('Approve')), shows: 'Credits' },
  { act: instead(press(/^View statement/)), shows: 'Page 1 of 1' },
  { act: press('Download'), shows: /^A user sent this file/ },
  { path: '/admin/reviews?case=:application', act: press(/^View Front/), shows: 'Open in New Tab' },
  { path: '/admin/reviews?case=:order', act: press('Approve'), shows: 'Approve and execute?' },
  { path: '/admin/reviews?case=:adjustment', act: press('Reject'), shows: /^Reject this/ },
  { act: instead(press('Approve')), shows: 'Approve this adjustment?' },
  { path: '/admin/reviews?case=:address', act: press('Approve'), shows: /^Compare every part/ },
  { path: '/admin/reviews?case=:reset', act: press('Approve'), shows: /^Verify the owner/ },

  { path: '/admin/users?open=withdraw-requests', shows: 'Reject' },
  { path: '/admin/users?open=withdraw-history', shows: /^No approved|^Reviewed$/ },
  { act: choose('tab', /^Rejected/), shows: 'Rejection reason' },
  { path: '/admin/users?open=deposit-requests', act: press('View screenshot'), shows: 'Download' },
  {
    path: '/admin/users?open=adjustments',
    act: press('Approve'),
    shows: 'Approve this adjustment?',
  },
  { path: '/admin/users?open=kyc', act: press(/^View Front/), shows: 'Reveal' },
  { act: choose('radio', 'All'), shows: 'Reveal' },
  { act: press('Reveal'), shows: /^Your name, the time/ },

  { path: '/admin/users?search=:email', act: press(/^Send reset link/), shows: /you never know/ },
  {
    path: '/admin/users?search=:otherEmail',
    act: press(/^View the profile picture/),
    shows: 'Image URL',
  },
  { path: '/admin/users?open=manage&user=:userId&tab=cases', shows: /^Waiting$/ },
  { act: choose('tab', 'History'), shows: 'Select all' },
  { act: press('Hide trade history'), shows: 'Hide the trade history?' },
  {
    act: instead(inTurn(choose('radio', 'Transactions'), press('Hide all'))),
    shows: 'Hide transactions?',
  },
  { act: instead(inTurn(choose('tab', 'Account'), press('Disable user'))), shows: /^Disable this/ },
  { act: instead(press('Reset verification')), shows: 'Reset this verification?' },
  { act: instead(press('Delete user')), shows: 'Delete this user?' },
  {
    path: '/admin/users?open=manage&user=:otherId&tab=portfolio',
    act: inTurn(fill('USDT available', LONG_AMOUNT), press('Save portfolio')),
    shows: 'A second person must approve it as well.',
  },
  { act: instead(choose('tab', 'Account')), shows: 'Delete user' },
  { act: press('Reset second factor'), shows: 'Request reset' },

  {
    path: '/admin/support?conversation=:userId',
    act: press(/^Open the image/),
    shows: /^Image from/,
  },
  { path: '/admin/settings', act: press('Manage Users'), shows: 'Signed up' },
  { path: '/admin/settings', act: press('Deactivate'), shows: /^Deactivate the .* address\?$/ },
  {
    act: instead(async (page, { email = '' }) => {
      await page.keyboard.press('/')
      await page.keyboard.type(email)
    }),
    shows: /^Demo User.*son$/,
  },
]
