import sharp from 'sharp'

/** A drawn proof of transfer, clearly marked as a demo. */
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

/** A drawn document without anyone's data. */
export function drawDocument(title: string): Promise<Buffer> {
  const drawing = `
    <svg xmlns="http://www.w3.org/2000/svg" width="860" height="540" font-family="sans-serif">
      <rect width="860" height="540" rx="36" fill="#e0e7ef"/>
      <rect x="48" y="120" width="220" height="280" rx="16" fill="#94a3b8"/>
      <circle cx="158" cy="216" r="56" fill="#e0e7ef"/>
      <rect x="84" y="292" width="148" height="108" rx="48" fill="#e0e7ef"/>
      <text x="48" y="80" font-size="40" fill="#0f172a">${title}</text>
      <text x="316" y="180" font-size="36" fill="#0f172a">Demo User</text>
      <rect x="316" y="220" width="440" height="16" rx="8" fill="#94a3b8"/>
      <rect x="316" y="264" width="360" height="16" rx="8" fill="#94a3b8"/>
      <rect x="316" y="308" width="400" height="16" rx="8" fill="#94a3b8"/>
      <text x="48" y="484" font-size="30" fill="#475569">Drawn for a demonstration: not a document</text>
    </svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
