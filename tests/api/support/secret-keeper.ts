import { expect } from 'vitest'
import { findUserNo } from '#server/facts/user-numbers.ts'
import {
  changePassword,
  confirmEmail,
  currentUser,
  disableSecondFactor,
  enableSecondFactor,
  enrolSecondFactor,
  freezeWithdrawals,
  logIn,
  recoverPassword,
  refreshSession,
  renewRecoveryCodes,
  resetPassword,
  signUp,
} from '#shared/contract/auth.ts'
import { stepUp } from '#shared/contract/passkeys.ts'
import { subscribePush } from '#shared/contract/push.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { startPushService } from '#tests/push/push-service.ts'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'
import { CONFIRM_LINK, FREEZE_LINK, Mailbox, RESET_LINK } from './mailbox.ts'
import { nextCode } from './second-factors.ts'
import type { SecretWatch } from './secret-watch.ts'
import { fund } from './traders.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

interface Factor {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** The owner of an account, who enters each secret and wrong ones too; a watch learns them. */
export class SecretKeeper {
  readonly email = 'keeper@example.com'
  readonly passwords: Readonly<Record<'first' | 'second' | 'third' | 'fourth' | 'wrong', string>>
  readonly #world: TestApp
  readonly #watch: SecretWatch
  readonly #mailbox: Mailbox
  readonly #pushService: PushService

  constructor(world: TestApp, watch: SecretWatch, pushService: PushService) {
    this.#world = world
    this.#watch = watch
    this.#mailbox = new Mailbox(world.services.config.dataDir)
    this.#pushService = pushService
    const password = (n: number) => watch.learn('password', `"corréct" horse <${n}>\\`)
    this.passwords = {
      first: password(1),
      second: password(2),
      third: password(3),
      fourth: password(4),
      wrong: password(5),
    }
  }

  /** From the sign-up to a frozen account, whose password has then changed twice. */
  async useAccount(): Promise<void> {
    await this.#signUpAndConfirm()
    await this.#logInAsBrowser()
    await this.#recover()
    const factor = await this.#protect()
    await this.#withdraw(factor)
    await this.#changeAndRenew(factor)
    await this.#freeze()
  }

  /** A session with its tokens in the body. */
  async logInWith(password: string, code?: string): Promise<Client> {
    const { app, visitor } = this.#world
    const body = { email: this.email, password, refresh_in_body: true, ...(code ? { code } : {}) }
    const session = await visitor.call(logIn, { body })
    this.#watch.learn('refresh token', session.refresh_token ?? '')
    return new Client(app, this.#watch.learn('access token', session.access_token))
  }

  subscribe(client: Client) {
    const { endpoint, keys } = this.#pushService.newDevice()
    return client.call(subscribePush, { body: { endpoint, keys, device: 'Test device' } })
  }

  async userId(): Promise<string> {
    const { rows } = await this.#world.database.pool.query<{ user_id: string }>(
      'select user_id from person where email = $1',
      [this.email],
    )
    return rows[0]?.user_id ?? ''
  }

  async #signUpAndConfirm(): Promise<void> {
    const { visitor } = this.#world
    const { email, passwords } = this
    const password = passwords.first
    const body = { full_name: 'Demo User', phone: '+1 555 0100', email, password }
    await visitor.call(signUp, { body })
    const token = await this.#tokenFrom(CONFIRM_LINK, 'confirmation token')
    await visitor.send(logIn, { body: { email, password } })
    await visitor.send(confirmEmail, { body: { token: `${token}x` } })
    await visitor.call(confirmEmail, { body: { token } })
    await visitor.send(confirmEmail, { body: { token } })
    await visitor.send(signUp, { body: { ...body, password: passwords.second } })
  }

  /** A session with a cookie that is exchanged, then reused. */
  async #logInAsBrowser(): Promise<void> {
    const { app, clock, visitor } = this.#world
    const { email } = this
    const { first, wrong } = this.passwords
    await visitor.send(logIn, { body: { email, password: wrong } })
    await visitor.send(logIn, { body: { email: 'nobody@example.com', password: first } })
    const post = (route: RouteDefinition, payload: object, cookie = '') =>
      app.inject({ method: 'POST', url: route.path, payload, headers: { cookie } })
    const cookieOf = (response: Awaited<ReturnType<typeof post>>) => {
      const [, value = ''] = /=([^;]+)/.exec(String(response.headers['set-cookie'])) ?? []
      this.#watch.learn('access token', response.json().access_token)
      return `refresh_token=${this.#watch.learn('refresh cookie', value)}`
    }
    const cookie = cookieOf(await post(logIn, { email, password: first }))
    const renewed = await post(refreshSession, {}, cookie)
    cookieOf(renewed)
    await new Client(app, renewed.json().access_token).call(currentUser)
    clock.advance(2 * MINUTE_MS)
    const reused = await post(refreshSession, {}, cookie)
    expect(reused.statusCode).toBe(401)
    await post(refreshSession, { refresh_token: wrong.repeat(2) })
  }

  async #recover(): Promise<void> {
    const { visitor } = this.#world
    const { second, third } = this.passwords
    await visitor.call(recoverPassword, { body: { email: this.email } })
    const token = await this.#tokenFrom(RESET_LINK, 'recovery token')
    await visitor.send(resetPassword, { body: { token: `${token}x`, password: second } })
    await visitor.send(resetPassword, { body: { token, password: 'short' } })
    await visitor.call(resetPassword, { body: { token, password: second } })
    await visitor.send(resetPassword, { body: { token, password: third } })
  }

  async #protect(): Promise<Factor> {
    const { visitor } = this.#world
    const { email } = this
    const { second, wrong } = this.passwords
    const client = await this.logInWith(second)
    await this.subscribe(client)
    await client.send(enrolSecondFactor, { body: { password: wrong } })
    const { secret } = await client.call(enrolSecondFactor, { body: { password: second } })
    this.#watch.learn('authenticator secret', secret)
    const noCode = this.#watch.learn('input', 'no-such-code')
    await client.send(enableSecondFactor, { body: { code: noCode } })
    const body = { code: await this.#nextCode({ secret }) }
    const { recovery_codes } = await client.call(enableSecondFactor, { body })
    await visitor.send(logIn, { body: { email, password: second } })
    await visitor.send(logIn, { body: { email, password: second, code: body.code } })
    return { secret, recoveryCodes: this.#learnCodes(recovery_codes) }
  }

  async #withdraw(factor: Factor): Promise<void> {
    const { clock, database } = this.#world
    const userNo = await findUserNo(database.pool, await this.userId())
    if (userNo === undefined) throw new Error('the owner has no number')
    await fund(this.#world, { userNo }, 'USDT', '1000')
    clock.advance(DAY_MS)
    const client = await this.logInWith(this.passwords.second, factor.recoveryCodes[0])
    const wallet = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    const body = { symbol: 'USDT', amount: '250', walletAddress: wallet } as const
    clock.advance(6 * MINUTE_MS)
    const asked = await client.send(submitWithdrawal, { body })
    expect(asked.body.code).toBe('step_up.required')
    const refused = await client.send(stepUp, { body: { code: 'no-such-code' } })
    expect(refused.body.code).toBe('step_up.code_wrong')
    await client.call(stepUp, { body: { code: await this.#nextCode(factor) } })
    await client.call(submitWithdrawal, { body })
  }

  async #changeAndRenew(factor: Factor): Promise<void> {
    const { second, third, wrong } = this.passwords
    const client = await this.logInWith(second, await this.#nextCode(factor))
    await client.send(changePassword, { body: { currentPassword: wrong, newPassword: third } })
    await client.call(changePassword, { body: { currentPassword: second, newPassword: third } })
    const renewed = await client.call(renewRecoveryCodes, {
      body: { password: third, code: await this.#nextCode(factor) },
    })
    const [code = ''] = this.#learnCodes(renewed.recovery_codes)
    await client.send(disableSecondFactor, {
      body: { password: third, code: factor.recoveryCodes[1] ?? '' },
    })
    await client.call(disableSecondFactor, { body: { password: third, code } })
  }

  async #freeze(): Promise<void> {
    const { app, visitor } = this.#world
    const token = await this.#tokenFrom(FREEZE_LINK, 'freeze token')
    await app.inject({ method: 'GET', url: `/freeze-withdrawals?token=${token}` })
    await visitor.send(freezeWithdrawals, { body: { token: `${token}x` } })
    await visitor.call(freezeWithdrawals, { body: { token } })
    await visitor.send(freezeWithdrawals, { body: { token } })
  }

  async #tokenFrom(link: RegExp, name: string): Promise<string> {
    return this.#watch.learn(name, await this.#mailbox.find(this.email, link))
  }

  async #nextCode({ secret }: Pick<Factor, 'secret'>): Promise<string> {
    return this.#watch.learn('authenticator code', await nextCode(this.#world, secret))
  }

  #learnCodes(codes: readonly string[]): string[] {
    return codes.map((code) => this.#watch.learn('recovery code', code))
  }
}
