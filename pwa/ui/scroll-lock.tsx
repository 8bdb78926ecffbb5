import { Slot } from 'radix-ui/slot'
import { type ComponentProps, useEffect } from 'react'

/**
 * Stands in for `react-remove-scroll` beneath the dialogs (see the alias in vite.config.ts): that
 * package injects a style element, which the content policy forbids. A counted attribute on the
 * document does the same through the style sheet.
 */
export function RemoveScroll(props: RemoveScrollProps) {
  const { as: _as, shards: _shards, allowPinchZoom: _pinch, ...rest } = props
  useEffect(lock, [])
  return <Slot {...rest} />
}

interface RemoveScrollProps extends ComponentProps<typeof Slot> {
  as?: unknown
  shards?: unknown
  allowPinchZoom?: boolean
}

let lockedBy = 0

function lock() {
  const root = document.documentElement
  // The page keeps its width when its scrollbar goes.
  if (lockedBy === 0) {
    root.style.setProperty('--scrollbar-width', `${innerWidth - root.clientWidth}px`)
  }
  lockedBy += 1
  root.toggleAttribute('data-scroll-locked', true)
  return () => {
    lockedBy -= 1
    root.toggleAttribute('data-scroll-locked', lockedBy > 0)
  }
}
