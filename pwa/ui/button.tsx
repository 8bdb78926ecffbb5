import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type Variant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'success' | 'danger' | 'up' | 'down'

interface Look {
  variant?: Variant
  /** small is for dense desktop rows; on a phone every size is at least 44 px high. */
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Shows progress and ignores presses; the button keeps its width, its name and the focus. */
  busy?: boolean | undefined
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  wide,
  busy,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...pressing(busy, onClick)}
      className={classNames(buttonClass({ variant, size, wide }), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** While busy, a button ignores presses but keeps the focus, which a disabled one would lose. */
function pressing(busy: boolean | undefined, onClick: ComponentProps<'button'>['onClick']) {
  return {
    'aria-busy': busy || undefined,
    'aria-disabled': busy || undefined,
    onClick: busy ? (event: MouseEvent) => event.preventDefault() : onClick,
  }
}

/** The look of a button for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'secondary', size = 'medium', wide }: LookInput = {}) {
  return classNames(BASE, VARIANTS[variant], SIZES[size], wide && 'w-full')
}

/** The look of a link in or beside text. */
export const textLinkClass = 'inline-flex min-h-11 items-center text-info text-sm hover:underline'

type LookInput = { [Key in keyof Look]?: Look[Key] | undefined }

const BASE = 'pressable'

/** A coloured fill shows that the action is open. */
const NOT_AVAILABLE = 'disabled:bg-surface-3 disabled:text-fg'

const VARIANTS: Record<Variant, string> = {
  primary: `bg-accent-fill text-on-accent enabled:hover:brightness-110 ${NOT_AVAILABLE}`,
  secondary: 'bg-surface-3 text-fg enabled:hover:bg-surface-4',
  outline: 'border border-control text-fg enabled:hover:bg-surface-2',
  ghost: 'text-fg-2 enabled:hover:bg-surface-2 enabled:hover:text-fg',
  danger: 'border border-danger text-danger enabled:hover:bg-danger enabled:hover:text-on-danger',
  success: `bg-success text-on-success enabled:hover:brightness-110 ${NOT_AVAILABLE}`,
  up: `bg-up text-on-up enabled:hover:brightness-110 ${NOT_AVAILABLE}`,
  down: `bg-down text-on-down enabled:hover:brightness-110 ${NOT_AVAILABLE}`,
}

const SIZES = {
  small: 'h-11 px-3 text-sm md:h-9',
  medium: 'h-11 px-4 text-sm',
  large: 'h-12 px-6 text-base',
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Names the action for screen readers. */
  label: string
  /** Shows progress and ignores presses; the button keeps its name and the focus. */
  busy?: boolean | undefined
}

export function IconButton({
  label,
  busy,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...pressing(busy, onClick)}
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-fg-2 transition-colors hover:bg-surface-3 hover:text-fg disabled:opacity-45',
        className,
      )}
    >
      {busy ? <Spinner /> : children}
    </button>
  )
}
