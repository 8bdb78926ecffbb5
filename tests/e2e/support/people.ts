import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from '@playwright/test'
import { DEMO_ADDRESSES, DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { confirmEmail, logIn, type SessionUser, signUp } from '#shared/contract/auth.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { completeSignUp } from '#shared/contract/users.ts'
import type { DepositSymbol } from '#shared/rules/deposits.ts'
import { CONFIRM_LINK } from '#tests/api/support/mailbox.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { Api } from './api.ts'
import type { RunningServer } from './running-server.ts'

export interface Person {
  readonly email: string
  readonly password: string
  readonly user: SessionUser
  readonly accessToken: string
  readonly api: Api
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Creates users of one server through the API. */
export class People {
  readonly #server: RunningServer
  readonly #offers = new Map<DepositSymbol, Promise<void>>()
  #staff: Promise<Person> | undefined
  readonly #cashiers: Promise<Person>[] = []

  constructor(server: RunningServer) {
    this.#server = server
  }

  /** The first admin. */
  staff(): Promise<Person> {
    this.#staff ??= this.logIn(this.#server.admin)
    return this.#staff
  }

  /** A user who has signed up, with the token of the link that confirms the address. */
  async newcomer() {
    const email = `${randomUUID().slice(0, 8)}@example.com`
    const password = `password of ${email}`
    const body = { full_name: 'Demo User', phone: '+1 555 0100', email, password }
    await new Api(this.#server.origin).call(signUp, { body })
    return { email, password, token: await this.#server.mailbox.find(email, CONFIRM_LINK) }
  }

  /** A new user with a confirmed address and the given money. */
  async customer(funds: Partial<Record<DepositSymbol, string>> = {}): Promise<Person> {
    const { email, password, token } = await this.newcomer()
    await new Api(this.#server.origin).call(confirmEmail, { body: { token } })
    const person = await this.logIn({ email, password })
    for (const [symbol, amount] of Object.entries(funds)) {
      await this.fund(person, symbol as DepositSymbol, amount)
    }
    return person
  }

  /** Another member of staff with a given name. */
  async colleague(name = 'Demo Colleague'): Promise<Person> {
    const person = await this.customer()
    await person.api.call(completeSignUp, { body: { full_name: name, phone: '+1 555 0101' } })
    await this.#server.makeStaff(person.user.id)
    return person
  }

  /**
   * Credits a user with an approved deposit. Other members of staff than `staff` approve it,
   * because a person who credits a user may release only little to them alone, and limits add up
   * over the journeys.
   */
  async fund({ api }: Person, symbol: DepositSymbol, amount: string): Promise<void> {
    await this.offer(symbol)
    const files = { screenshot: await photo() }
    const { request } = await api.call(submitDeposit, { body: { symbol, amount }, files })
    const approval = { params: { id: request.id }, body: { action: 'approve' } } as const
    for (const index of [0, 1]) {
      this.#cashiers[index] ??= this.colleague('Demo Reviewer')
      const cashier = await this.#cashiers[index]
      const response = await cashier.api.call(reviewDeposit, approval)
      if (!response.awaits_second_approval) return
    }
  }

  /** Offers the deposit address of a coin, once. */
  offer(symbol: DepositSymbol): Promise<void> {
    const offer = this.#offers.get(symbol) ?? this.#server.offerAddress(addressOf(symbol))
    this.#offers.set(symbol, offer)
    return offer
  }

  /** The storage of a browser with a new session of a user. */
  async browserOf({ email, password }: Person): Promise<StorageState> {
    const response = await new Api(this.#server.origin).send(logIn, { body: { email, password } })
    const { user } = (await response.json()) as { user: SessionUser }
    const [, name = '', value = ''] =
      /^([^=]+)=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? []
    const remembered = {
      userId: user.id,
      role: user.role,
      displayName: user.full_name,
      displayId: user.display_id,
    }
    return {
      cookies: [
        {
          name,
          value,
          domain: 'localhost',
          path: '/api/auth',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Strict',
        },
      ],
      origins: [
        {
          origin: this.#server.url,
          localStorage: [{ name: 'userProfile', value: JSON.stringify(remembered) }],
        },
      ],
    }
  }

  async logIn({ email, password }: { email: string; password: string }): Promise<Person> {
    const visitor = new Api(this.#server.origin)
    const open = () => visitor.call(logIn, { body: { email, password, refresh_in_body: true } })
    const session = await open()
    const accessToken = session.access_token
    // The token expires when a journey moves the clock.
    const renew = async () => (await open()).access_token
    const api = new Api(this.#server.origin, { accessToken, renew })
    return { email, password, user: session.user, accessToken, api }
  }
}

/** A wallet of a customer: USDT on TRC20. */
export const WALLET = DEMO_WALLET

/** The deposit address of the platform. */
export function addressOf(symbol: DepositSymbol) {
  const found = DEMO_ADDRESSES.find((each) => each.symbol === symbol)
  if (!found) throw new Error(`there is no demo address for ${symbol}`)
  return found
}
