import { Link } from 'react-router-dom'
import { operator } from '#shared/operator.ts'

export function Logo() {
  return (
    <Link
      to="/"
      className="flex min-h-11 shrink-0 items-center gap-2.5 font-bold text-base text-fg tracking-tight"
    >
      <img src="/icons/icon.svg" alt="" width="28" height="28" className="size-7" />
      {operator.name}
    </Link>
  )
}
