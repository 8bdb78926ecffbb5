import { expect, test } from 'vitest'
import { deletionMail, noticeLetter, recoveryMail } from '#server/identity/mails.ts'
import { WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import { t } from '#shared/text/t.ts'

const email = 'user@example.com'
const url = 'https://exchange.example/login?reset=1'

test('a mail is in English until its recipient chooses a language', () => {
  const { subject, text, html } = recoveryMail({ email, language: null }, url)
  expect(subject).toBe('Set a new Keel password')
  expect(text).toContain('The link works once and expires after 1 hour.')
  expect(html).toMatch(/^<div lang="en" dir="ltr">\n<p>/)
})

test('a mail is in the language of its recipient, which its HTML names', () => {
  const { subject, text, html } = recoveryMail({ email, language: 'ar' }, url)
  expect(subject).toContain('كلمة مرور')
  expect(text).toContain('بعد ساعة واحدة')
  expect(html).toMatch(/^<div lang="ar" dir="rtl">\n<p>/)
  // The server's next text is in English again.
  expect(t('Log in')).toBe('Log in')
})

test.each([
  'PasswordChanged',
  'PasswordChangedByStaff',
  'SecondFactorDisabled',
  'PasskeyRemoved',
] as const)('the notice of %s says how long withdrawals are on hold', (notice) => {
  expect(noticeLetter(notice).paragraphs.join(' ')).toContain(
    `Withdrawals are on hold for ${WITHDRAWAL_HOLD_HOURS} hours.`,
  )
})

test('the mail about a deleted account says who deleted it', () => {
  const texts = (['owner', 'staff'] as const).map(
    (by) => deletionMail({ email, language: 'es' }, by).text,
  )
  expect(texts[0]).toContain('tal como usted solicitó')
  expect(texts[1]).toContain('Nuestro equipo eliminó su cuenta')
})
