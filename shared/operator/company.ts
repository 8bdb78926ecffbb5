import { t } from '#shared/text/t.ts'

/**
 * Who runs this platform: every fact about the company that a screen or an email shows. What depends
 * on the language is read when it is shown.
 *
 * The texts are the product's default copy. Review them before going live: a claim about
 * offices or people must be true of the company that makes it.
 *
 * Source: docs/product.md, Operator
 */
export const operator = {
  name: 'Keel',
  get tagline() {
    return t('Crypto trading, staking and lending you can check.')
  },
  get headquarters() {
    return t('New York')
  },
  get centres() {
    return [t('South Korea'), t('Italy'), t('Hong Kong')]
  },
  supportEmail: 'support@example.com',
} as const
