import sharp from 'sharp'

/** A drawn proof of transfer, plainly marked as a demo. */
export function drawScreenshot(symbol: string, amount: string): Promise<Buffer> {
  const drawing = `
    <svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280" font-family="sans-serif">
      <rect width="720" height="1280" fill="#f4f5f7"/>
      <rect width="720" height="120" fill="#1f2937"/>
      <text x="48" y="76" font-size="36" fill="#ffffff">Demo wallet</text>
      <rect x="48" y="180" width="624" height="520" rx="28" fill="#ffffff"/>
      <circle cx="360" cy="300" r="64" fill="#16a34a"/>
      <path d="M328 302 l22 24 44 -50" stroke="#ffffff" stroke-width="14" fill="none"/>
      <text x="360" y="440" font-size="40" text-anchor="middle" fill="#111827">Sent</text>
      <text x="360" y="520" font-size="56" text-anchor="middle" fill="#111827">${amount} ${symbol}</text>
      <rect x="96" y="580" width="528" height="16" rx="8" fill="#e5e7eb"/>
      <rect x="96" y="620" width="400" height="16" rx="8" fill="#e5e7eb"/>
      <text x="360" y="1180" font-size="32" text-anchor="middle" fill="#6b7280">
        Drawn for a demonstration: no transfer took place
      </text>
    </svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
