import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { supportedBrowsers } from './supported-browsers.ts'

/** What `index.html` and `public/before.js` show before the app is there. */
export function firstPageTexts() {
  const { name } = operator
  return {
    loading: t('Loading'),
    tagline: operator.tagline,
    /** Title and text, for a browser that is too old. */
    notice: [
      t('{name} needs a newer browser', { name }),
      t(
        'Update your browser or your phone’s system software, then open this page again. {name} works with {browsers}.',
        { name, browsers: supportedBrowsers() },
      ),
    ].join(' | '),
    withoutScripts: t('{name} needs JavaScript to show live prices and to log you in.', { name }),
  }
}
