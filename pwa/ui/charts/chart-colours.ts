import { useEffect, useState } from 'react'

export type ChartColours = ReturnType<typeof readChartColours>

/** The theme's colours as a canvas can take them: variables resolved to rgb(). */
export function readChartColours() {
  const probe = document.createElement('span')
  // With reduced motion everything has a short transition, which would start with the old colour.
  probe.style.transitionProperty = 'none'
  document.body.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const up = colour('up')
  const down = colour('down')
  const accent = colour('accent')
  const colours = {
    up,
    down,
    upFaint: faint(up),
    downFaint: faint(down),
    info: colour('info'),
    accent,
    accentFaint: faint(accent),
    neutral: colour('control'),
    label: colour('fg-3'),
    grid: colour('surface-2'),
    chip: colour('surface-3'),
  }
  probe.remove()
  return colours
}

/** The themed parts of every chart: axes, grid, crosshair. */
export function chartLook(colours: ChartColours) {
  return {
    layout: { background: { color: 'transparent' }, textColor: colours.label },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    crosshair: {
      vertLine: { color: colours.label, labelBackgroundColor: colours.chip },
      horzLine: { color: colours.label, labelBackgroundColor: colours.chip },
    },
  }
}

/** The result of `read`, updated when the user or the system changes the theme. */
export function useThemeChange<Value>(read: () => Value): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const again = () => setValue(read())
    const system = matchMedia('(prefers-color-scheme: light)')
    const chosen = new MutationObserver(again)
    system.addEventListener('change', again)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', again)
      chosen.disconnect()
    }
  }, [read])
  return value
}

function faint(rgb: string): string {
  return rgb.replace('rgb(', 'rgba(').replace(')', ', 0.35)')
}
