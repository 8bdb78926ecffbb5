import type { ReactNode } from 'react'
import { t } from '#shared/text/t.ts'

/** Sketches of what Safari shows on an iPhone; the steps beside them say the same in words. */

export function ShareDrawing() {
  return (
    <Phone>
      <Lines y={28} />
      <rect x="8" y="128" width="104" height="24" rx="8" className="fill-surface-3" />
      <g className="stroke-fg-3" strokeWidth="2" fill="none" strokeLinecap="round">
        <path d="m26 136-4 4 4 4M38 136l4 4-4 4" />
        <path d="M78 135h9v10h-9zM98 137v8M94 141h8" />
      </g>
      <circle cx="60" cy="140" r="15" className="fill-accent-fill" />
      <ShareSign x={60} y={140} className="stroke-on-accent" />
    </Phone>
  )
}

export function AddDrawing() {
  return (
    <Phone>
      <Lines y={20} />
      <path
        d="M5 74a12 12 0 0 1 12-12h86a12 12 0 0 1 12 12v78a9 9 0 0 1-9 9H14a9 9 0 0 1-9-9z"
        className="fill-surface-3"
      />
      <Row y={74} />
      <foreignObject x="12" y="96" width="96" height="26">
        <p className="flex h-full items-center rounded-md bg-accent-fill ps-1.5 pe-4 font-semibold text-[7.5px] text-on-accent leading-tight">
          {t('Add to Home Screen')}
        </p>
      </foreignObject>
      <g
        className="origin-[60px_0] stroke-on-accent rtl:-scale-x-100"
        strokeWidth="1.5"
        fill="none"
        strokeLinecap="round"
      >
        <rect x="95" y="104.5" width="9" height="9" rx="2" />
        <path d="M99.5 107v4M97.5 109h4" />
      </g>
      <Row y={130} />
    </Phone>
  )
}

export function HomeScreenDrawing() {
  const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  return (
    <Phone>
      {places.map((place) => (
        <rect
          key={place}
          x={15 + (place % 4) * 24}
          y={28 + Math.floor(place / 4) * 32}
          width="18"
          height="18"
          rx="5"
          className="fill-surface-4"
        />
      ))}
      <rect x="84" y="89" width="24" height="24" rx="7" className="fill-accent-fill" />
      <image href="/icons/icon.svg" x="87" y="92" width="18" height="18" />
      <rect x="10" y="128" width="100" height="26" rx="10" className="fill-surface-3" />
    </Phone>
  )
}

/** The sign that names the step in Safari: an arrow that leaves a box. */
export function ShareSign({ x, y, className }: { x: number; y: number; className: string }) {
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={className}
      strokeWidth="1.8"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M-2.500-2h-3v9h11v-9h-3M0 2v-10M-3-5.500l3-3 3 3" />
    </g>
  )
}

function Phone({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 166" aria-hidden="true" className="h-auto w-full max-w-36">
      <rect
        x="4"
        y="4"
        width="112"
        height="158"
        rx="14"
        className="fill-surface-2 stroke-control"
        strokeWidth="2"
      />
      <rect x="46" y="9" width="28" height="6" rx="3" className="fill-surface-4" />
      {children}
    </svg>
  )
}

function Lines({ y }: { y: number }) {
  return (
    <g className="fill-surface-4">
      <rect x="14" y={y} width="52" height="8" rx="4" />
      <rect x="14" y={y + 16} width="92" height="5" rx="2.5" />
      <rect x="14" y={y + 27} width="80" height="5" rx="2.5" />
    </g>
  )
}

function Row({ y }: { y: number }) {
  return (
    <g className="fill-surface-4">
      <rect x="18" y={y + 4} width="52" height="6" rx="3" />
      <rect x="96" y={y + 2} width="9" height="9" rx="2" />
    </g>
  )
}
