import type { ComponentProps } from 'react'
import { Button } from '#pwa/ui/button.tsx'

interface FormFooterProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'disabled'> {
  form: {
    readonly isBusy: boolean
    readonly submitProps: { readonly type: 'submit'; readonly form: string; readonly busy: boolean }
  }
  /** What the button that submits says. */
  submit: string
  /** What the button that leaves says; there is none without `onBack`. */
  back?: string
  onBack?: () => void
}

/** The buttons at the foot of a form in a dialog. */
export function FormFooter(props: FormFooterProps) {
  const { form, submit, back = 'Cancel', onBack, variant = 'primary', disabled } = props
  return (
    <>
      {onBack && (
        <Button className="flex-1 md:flex-none" disabled={form.isBusy} onClick={onBack}>
          {back}
        </Button>
      )}
      {/* Keyed by what it says: a second Enter must not press what takes this button's place. */}
      <Button
        key={submit}
        {...form.submitProps}
        variant={variant}
        disabled={disabled}
        className="flex-1 md:flex-none"
      >
        {submit}
      </Button>
    </>
  )
}
