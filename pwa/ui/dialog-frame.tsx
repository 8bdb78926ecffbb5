import { X } from 'lucide-react'
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { ScrollBody } from './scroll-body.tsx'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Stays at the bottom edge while the content scrolls: the buttons. */
  footer?: ReactNode
  /** Under way: neither Escape nor a press outside closes it. */
  locked?: boolean | undefined
  children: ReactNode
}

export function DialogFrame(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    size = 'medium',
    footer,
    locked,
    children,
  } = props
  const opener = useRef<Element>(null)
  return (
    <Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <Portal>
        {/* As high as the dialogs: what opens over one dims it too. */}
        <Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Content
          className={classNames(FRAME, SIZES[size])}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            focusFrame(event)
          }}
          onCloseAutoFocus={(event) => {
            // Without a trigger of its own the library would leave the focus nowhere.
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          onInteractOutside={keepOpenUnderToasts}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-3 py-2 pr-2 pl-4 md:pl-6">
            <div className="flex min-w-0 flex-col gap-1 py-2.5">
              <Title className="font-semibold text-fg text-lg">{title}</Title>
              {description && (
                <Description className="text-fg-3 text-sm">{description}</Description>
              )}
            </div>
            <Close
              aria-label="Close"
              disabled={locked}
              className="inline-grid size-11 shrink-0 place-items-center rounded-md text-fg-2 hover:bg-surface-3 hover:text-fg disabled:opacity-45"
            >
              <X className="size-5" />
            </Close>
          </header>
          <ScrollBody label={title}>{children}</ScrollBody>
          {footer && (
            <footer className="flex gap-3 border-line border-t px-4 py-3 md:justify-end md:px-6">
              {footer}
            </footer>
          )}
        </Content>
      </Portal>
    </Root>
  )
}

const FRAME =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border-line border-t bg-surface pb-safe shadow-raised focus:outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in md:inset-0 md:m-auto md:h-fit md:max-h-[86dvh] md:max-w-[calc(100vw-3rem)] md:rounded-lg md:border md:pb-0 md:data-[state=closed]:animate-fade-out md:data-[state=open]:animate-pop-in'

const SIZES = { small: 'md:w-[26rem]', medium: 'md:w-[32rem]', large: 'md:w-[60rem]' }

/** The frame and not its first button: a screen reader starts with the title, Tab with Close. */
function focusFrame(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** A toast lies above a dialog: pressing it must not close what lies beneath. */
function keepOpenUnderToasts(event: { target: EventTarget | null; preventDefault: () => void }) {
  if (event.target instanceof Element && event.target.closest('[data-toast-region]')) {
    event.preventDefault()
  }
}
