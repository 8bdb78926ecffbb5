import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { AllocationRing } from '#pwa/ui/charts/allocation-ring.tsx'

/** The share of the ring that each slice covers, in percent. */
function drawnOf(...percents: readonly number[]): number[] {
  const slices = percents.map((percent, index) => ({ label: `Asset ${index}`, percent }))
  const html = renderToStaticMarkup(<AllocationRing slices={slices} />)
  return [...html.matchAll(/stroke-dasharray="([\d.]+) 100"/g)].map(([, drawn]) => Number(drawn))
}

describe('the ring of an allocation', () => {
  test('is closed when there is only one asset', () => {
    expect(drawnOf(100)).toEqual([100])
  })

  test('shows a gap between slices, and a slice that is almost nothing', () => {
    const [large = 0, small = 0] = drawnOf(99.9, 0.1)
    expect(large).toBeLessThan(99.9)
    expect(small).toBeGreaterThan(0)
  })
})
