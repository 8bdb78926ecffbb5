import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { t } from '#shared/text/t.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

interface FieldProps {
  label: string
  /** Keeps the name only for screen readers, if the layout already shows it. */
  labelHidden?: boolean
  hint?: ReactNode
  /** What is wrong: a message, or a title with it. */
  error?: string | { readonly title: string; readonly message: string } | undefined
  optional?: boolean
  /** At the end of the label's line, and announced with the control: a balance, a limit. */
  aside?: ReactNode
  /** At the same place: a button or link. */
  action?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Names its control, and ties hint and error to it. One control per field. */
export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, optional, aside, action, className, children } = props
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const asideId = aside ? `${id}-aside` : undefined
  const describedBy = classNames(errorId, asideId, hintId) || undefined
  return (
    <div
      className={classNames('flex min-w-0 flex-col gap-1.5', className)}
      data-wrong={error ? '' : undefined}
    >
      <div
        className={
          labelHidden ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3'
        }
      >
        <label id={`${id}-label`} htmlFor={id} className="font-medium text-fg-2 text-sm">
          {label}
          {optional && <span className="font-normal text-fg-3"> {t('(optional)')}</span>}
        </label>
        {(aside || action) && (
          <span id={asideId} className="ms-auto text-end text-fg-3 text-xs">
            {aside || action}
          </span>
        )}
      </div>
      <FieldContext value={{ id, labelId: `${id}-label`, describedBy, invalid: Boolean(error) }}>
        {children}
      </FieldContext>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-danger text-sm" role="alert">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {typeof error === 'string' ? error : <TitledError {...error} />}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-fg-3 text-xs">
          {hint}
        </p>
      )}
    </div>
  )
}

function TitledError({ title, message }: { title: string; message: string }) {
  return (
    <span>
      {title && <strong className="block font-semibold">{title}</strong>}
      {message}
    </span>
  )
}

interface FieldControl {
  id: string | undefined
  labelId: string | undefined
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldControl>({
  id: undefined,
  labelId: undefined,
  describedBy: undefined,
  invalid: false,
})

/** The id of the label around it, for buttons that fill its control. */
export function useFieldLabel(): string | undefined {
  return useContext(FieldContext).labelId
}

/** What a control inside a Field puts on its element. */
export function useFieldControl() {
  const { id, describedBy, invalid } = useContext(FieldContext)
  return { id, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }
}

// At least 16 px under a finger, in any orientation: below that, iOS zooms in on focus.
const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-surface-2 px-3 text-base text-fg transition-colors hover:border-fg-3 disabled:opacity-45 aria-invalid:border-danger md:pointer-fine:text-sm'

interface TextInputProps extends ComponentProps<'input'> {
  /** Inside the box, before the text: an icon. */
  leading?: ReactNode
  /** Inside the box, after the text: a unit, a small button. */
  trailing?: ReactNode
}

export function TextInput({ leading, trailing, className, ...rest }: TextInputProps) {
  const field = useFieldControl()
  return (
    <div className="relative">
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-11 place-items-center text-fg-3">
          {leading}
        </span>
      )}
      <input
        {...field}
        {...rest}
        className={classNames(
          controlClass,
          'h-12',
          Boolean(leading) && 'ps-11',
          Boolean(trailing) && 'pe-16',
          className,
        )}
      />
      {trailing && (
        <span className="absolute inset-y-0 end-0 flex items-center pe-3 text-fg-2 text-sm">
          {trailing}
        </span>
      )}
    </div>
  )
}

export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? t('Hide password') : t('Show password')}
          className="-me-2.5"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
        </IconButton>
      }
    />
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl()
  return (
    <textarea
      rows={3}
      {...field}
      {...rest}
      className={classNames(controlClass, 'resize-y py-2.5', className)}
    />
  )
}

/** The native control: a phone shows its own picker, and no style has to be injected. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldControl()
  return (
    <div className="relative">
      <select
        {...field}
        {...rest}
        className={classNames(controlClass, 'h-12 appearance-none text-ellipsis pe-10', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-fg-3"
      />
    </div>
  )
}
