import type { ComponentProps } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import type { Problem } from '#pwa/ui/problem.ts'
import { FormNotices } from './form-notices.tsx'

type Footer = ComponentProps<typeof DialogActions>

interface FormDialogProps
  extends Omit<Footer, 'onBack'>,
    Pick<ComponentProps<typeof FormNotices>, 'waits' | 'offline'>,
    Pick<
      ComponentProps<typeof Dialog>,
      'title' | 'description' | 'size' | 'isUppermost' | 'children'
    > {
  form: Footer['form'] & {
    readonly formProps: ComponentProps<'form'>
    readonly notice: Problem | undefined
  }
  open?: boolean
  onClose: () => void
}

/** A dialog that is one form: fields, problem, and the buttons at its foot. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    open = true,
    onClose,
    waits,
    offline,
    title,
    description,
    size,
    isUppermost,
    children,
    ...footer
  } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      {...(size ? { size } : {})}
      isUppermost={isUppermost}
      locked={form.isBusy}
      footer={<DialogActions form={form} onBack={onClose} {...footer} />}
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        {children}
        <FormNotices form={form} waits={waits} offline={offline} />
      </form>
    </Dialog>
  )
}
