import type { BrowserContext, Page } from '@playwright/test'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { logIn } from '#shared/contract/auth.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { listKycRequests, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { completeSignUp } from '#shared/contract/users.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { pdf } from '#tests/api/support/documents.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { hostileText } from './support/hostile-texts.ts'
import { expect, test } from './support/journey.ts'
import { lookAround } from './support/look-around.ts'
import { type People, type Person, WALLET } from './support/people.ts'
import { applyInFull } from './support/requests.ts'
import type { RunningServer } from './support/running-server.ts'
import { NOWHERE, walkTo } from './support/walk.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

/** Every text that one user writes and another reads, by the place where it is shown. */
const TEXT = {
  name: hostileText('name', 120),
  phone: hostileText('phone', 40),
  staffName: hostileText('staff', 120),
  userAgent: hostileText('agent', 120).replace(/[^ -~]/g, ''),
  question: hostileText('question', 900),
  reply: hostileText('reply', 900),
  label: hostileText('label', 40),
  depositReason: hostileText('deposit-reason', 900),
  depositNote: hostileText('deposit-note', 900),
  firstApproval: hostileText('first-approval', 900),
  withdrawalReason: hostileText('withdrawal-reason', 900),
  withdrawalNote: hostileText('withdrawal-note', 900),
  orderReason: hostileText('order-reason', 900),
  purpose: hostileText('purpose', 480),
  loanReason: hostileText('loan-reason', 900),
  applicant: hostileText('applicant', 120),
  applicantPhone: hostileText('cell', 40),
  kycName: hostileText('kyc-name', 120),
  kycAddress: hostileText('kyc-address', 480),
  kycReason: hostileText('kyc-reason', 900),
  adjustment: hostileText('adjustment', 480),
  // File names cannot hold paths, quotes or invisible characters.
  fileName: `file <img src=x onerror=ran(7)> {{7*7}} ${'W'.repeat(60)}.pdf`,
} as const
type Place = keyof typeof TEXT

interface Screen {
  readonly path: string
  readonly act?: (page: Page) => Promise<void>
  readonly shows: readonly Place[]
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const chooseRejected = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  const [tab, option] = [dialog.getByRole('tab'), dialog.locator('label')]
  await tab
    .or(option)
    .filter({ hasText: /^Rejected/ })
    .click()
}
const revealAddress = async (page: Page) => {
  await chooseRejected(page)
  await press(/^View/)(page)
  await press('Reveal')(page)
  const reveal = page.getByRole('dialog', { name: 'Reveal SSN and address' })
  await reveal.getByLabel('Reason').fill('The bank asks for it')
  await reveal.getByRole('button', { name: 'Reveal' }).click()
}

const OF_THE_USER: readonly Screen[] = [
  { path: '/', shows: ['name', 'kycReason'] },
  {
    path: '/?open=transaction-history',
    shows: ['depositReason', 'depositNote', 'withdrawalReason', 'withdrawalNote'],
  },
  { path: '/?open=loan-history', shows: ['purpose', 'loanReason', 'fileName'] },
  { path: '/?open=withdraw', act: press('Saved addresses'), shows: ['label'] },
  { path: '/?open=verification', shows: ['kycReason'] },
  { path: '/exchange?tab=history', shows: ['orderReason'] },
  { path: '/support', shows: ['question', 'reply'] },
  { path: '/profile', shows: ['name', 'userAgent'] },
  { path: '/activity?kind=adjustment', act: press(/^Adjustment/), shows: ['adjustment'] },
]

const ofStaff = ({ email, user }: Person, cases: Cases): readonly Screen[] => [
  { path: `/admin/users?search=${email}`, shows: ['name', 'phone'] },
  { path: `/admin/users?search=${email}&open=manage&user=${user.id}`, shows: ['name', 'phone'] },
  {
    path: '/admin/users?open=deposit-history',
    act: chooseRejected,
    shows: ['name', 'depositReason', 'depositNote', 'staffName'],
  },
  {
    path: '/admin/users?open=withdraw-history',
    act: chooseRejected,
    shows: ['name', 'withdrawalReason', 'withdrawalNote'],
  },
  {
    path: '/admin/users?open=kyc',
    act: chooseRejected,
    shows: ['kycName', 'kycReason'],
  },
  { path: '/admin/users?open=kyc', act: revealAddress, shows: ['kycAddress'] },
  { path: '/admin/loans', shows: ['purpose', 'applicant'] },
  { path: '/admin/loans', act: press(/^View Details/), shows: ['applicant', 'applicantPhone'] },
  { path: `/admin/support?conversation=${user.id}`, shows: ['name', 'question', 'reply'] },
  { path: '/admin/dashboard?tab=order-history', shows: ['name', 'orderReason'] },
  {
    path: `/admin/reviews?case=${cases.deposit}`,
    shows: ['name', 'phone', 'firstApproval', 'depositReason', 'orderReason', 'loanReason'],
  },
  { path: `/admin/reviews?case=${cases.loan}`, shows: ['purpose', 'fileName'] },
  { path: '/admin/audit', shows: ['staffName', 'adjustment', 'depositReason'] },
  { path: `/admin/users/${user.id}/activity`, shows: ['name'] },
]

test('user text stays text on every page, executes no code and does not break the layout', async ({
  people,
  open,
  server,
  console,
}) => {
  const person = await people.customer({ USDT: '500' })
  const staff = await people.colleague(TEXT.staffName)
  const cases = await writeEverywhere(person, staff, people, server)
  const [own, desk] = [await open(person, PHONE), await open(await people.staff(), PHONE)]
  const heard: string[] = []
  for (const context of [own, desk]) await listen(context, heard)
  const page = await own.newPage()
  await read(page, OF_THE_USER)
  await read(await desk.newPage(), ofStaff(person, cases))
  expect(heard, 'scripts that ran or were blocked').toEqual([])

  // Verify that an executed text would have been detected.
  console.expects(/Content Security Policy/)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: 'javascript:ran(8)' })
    document.body.append(link)
    link.click()
  })
  await expect.poll(() => heard).toEqual(['script-src-elem was violated'])
  expect(await page.evaluate(lookAround, [])).toMatchObject({ alive: [/javascript:ran/] })
})

interface Cases {
  /** Names of pending cases. */
  readonly deposit: string
  readonly loan: string
}

/** Submits each text through the API that users would use. */
async function writeEverywhere(
  person: Person,
  { api: desk }: Person,
  people: People,
  server: RunningServer,
): Promise<Cases> {
  const { api, user } = person
  await api.call(completeSignUp, { body: { full_name: TEXT.name, phone: TEXT.phone } })
  await openSessionAs(TEXT.userAgent, person, server)
  await converse(person, desk)
  await verify(person, desk)
  await api.call(saveAddress, { body: { ...WALLET, label: TEXT.label } })
  const refusal = { action: 'reject' } as const

  const screenshot = await photo()
  const deposit = (amount: string) =>
    api.call(submitDeposit, { body: { symbol: 'USDT', amount }, files: { screenshot } })
  const refused = await deposit('20')
  await desk.call(reviewDeposit, {
    params: { id: refused.request.id },
    body: { ...refusal, rejectionReason: TEXT.depositReason, adminNotes: TEXT.depositNote },
  })
  const large = await deposit('900000')
  await desk.call(reviewDeposit, {
    params: { id: large.request.id },
    body: { action: 'approve', adminNotes: TEXT.firstApproval },
  })

  const { request } = await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '250', walletAddress: WALLET.address },
  })
  await desk.call(reviewWithdrawal, {
    params: { id: request.id },
    body: { ...refusal, rejectionReason: TEXT.withdrawalReason, adminNotes: TEXT.withdrawalNote },
  })
  const order = await api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '1000' },
  })
  const body = { reason: TEXT.orderReason }
  await desk.call(rejectOrder, { params: { id: order.id }, body })

  const balances = { USDT: { available: '400', was: '500' } }
  await desk.call(updatePortfolio, {
    body: { userId: user.id, reason: TEXT.adjustment, balances },
  })
  return {
    deposit: `deposit-${large.request.id}`,
    loan: `loan-${await borrow(person, desk, people)}`,
  }
}

async function openSessionAs(agent: string, { email, password }: Person, server: RunningServer) {
  const response = await fetch(`${server.origin}${logIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password, refresh_in_body: true }),
  })
  expect(response.status).toBe(200)
}

async function converse({ api, user }: Person, desk: Person['api']): Promise<void> {
  await api.call(startConversation, { body: { message: TEXT.question } })
  const body = { conversationId: user.id, message: TEXT.reply }
  await desk.call(replyAsSupport, { body })
}

async function verify({ api, user }: Person, desk: Person['api']): Promise<void> {
  const image = await photo(48, 32)
  await api.call(submitKyc, {
    body: { fullName: TEXT.kycName, ssn: '987-65-4321', address: TEXT.kycAddress },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
  const requests = await desk.call(listKycRequests)
  const request = requests.find(({ user_id }) => user_id === user.id)
  const body = { kycId: request?.id ?? '', action: 'reject', reason: TEXT.kycReason } as const
  await desk.call(reviewKyc, { body })
}

/** @returns the id of the pending loan with a document */
async function borrow({ api }: Person, desk: Person['api'], people: People) {
  const documents = pdf(TEXT.fileName)
  const apply = () =>
    api.call(submitLoan, {
      body: { amount: '100', purpose: TEXT.purpose, duration: '7' },
      files: { documents },
    })
  const { loan: refused } = await apply()
  await desk.call(reviewLoan, {
    params: { id: refused.id },
    body: { action: 'reject', rejectionReason: TEXT.loanReason },
  })
  const { loan } = await apply()
  const applicant = { fullName: TEXT.applicant, phoneNumber: TEXT.applicantPhone }
  await applyInFull(await people.customer(), applicant)
  return loan.id
}

/** Records executed scripts, content policy violations and dialogs. */
async function listen(context: BrowserContext, heard: string[]): Promise<void> {
  await context.exposeFunction('ran', (what: unknown) => heard.push(`ran ${what}`))
  await context.exposeFunction('violated', (rule: string) => heard.push(`${rule} was violated`))
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (e) => violated(e.effectiveDirective))`,
  )
  context.on('dialog', async (dialog) => {
    heard.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
}

async function read(page: Page, screens: readonly Screen[]): Promise<void> {
  await page.goto(NOWHERE)
  for (const { path, act, shows } of screens) {
    await test.step(path, async () => {
      await walkTo(page, path)
      await act?.(page)
      const texts = shows.map((place) => TEXT[place])
      await expect
        .poll(async () => (await page.evaluate(lookAround, texts)).missing, { message: path })
        .toEqual([])
      const { alive, wide } = await page.evaluate(lookAround, texts)
      expect.soft({ alive, wide }, path).toEqual({ alive: [], wide: [] })
    })
  }
}
