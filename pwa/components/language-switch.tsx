import { useLanguage } from '#pwa/hooks/use-language.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { Field, Select } from '#pwa/ui/field.tsx'
import { LANGUAGES } from '#shared/text/languages.ts'
import { t } from '#shared/text/t.ts'

/** The language of every screen, and of the account's emails and notifications. */
export function LanguageSwitch() {
  const { code, offered, choose, prepare } = useLanguage()
  if (offered.length === 1) return null
  const change = (next: string) => {
    choose(next).catch(() =>
      showToast({
        title: t('Language Not Changed'),
        message: t('The language could not be loaded. Check your connection.'),
        tone: 'error',
      }),
    )
  }
  return (
    <Field label={t('Language')}>
      <Select value={code} onFocus={prepare} onChange={(event) => change(event.target.value)}>
        {offered.map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGES[each]?.name ?? each}
          </option>
        ))}
      </Select>
    </Field>
  )
}
