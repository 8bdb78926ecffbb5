import { t } from '#shared/text/t.ts'
import { operator } from './company.ts'
import { serviceTimes } from './service-times.ts'

/**
 * What the accessibility statement promises. Part of the operator's facts: review it before going
 * live and after each relevant change: a promise must be true of the app and of the people who
 * respond.
 *
 * Source: docs/product.md, Accessibility
 */
export function accessibilityStatement() {
  const { name, supportEmail: address } = operator
  return {
    /** The day of the last review. */
    reviewed: '2026-11-29',
    introduction: t(
      'Everyone should be able to use {name}. We aim to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page and in every dialog.',
      { name },
    ),
    sections: [
      {
        title: t('What works'),
        points: [
          t(
            'Keyboard: every action can be reached and used with the keyboard, the focus is always visible, and closing a dialog returns it to where you were.',
          ),
          t(
            'Screen readers: pages have headings and landmarks, controls have names, errors and results are announced, and every chart can be shown as a table.',
          ),
          t('Zoom: pages can be enlarged to 400% and read without scrolling sideways.'),
          t(
            'Text size: text follows the size that you set in your browser, up to 200%, and is not cut. Columns then move below each other, and amounts stay in one piece.',
          ),
          t('Motion: animations are turned off if your system requests reduced motion.'),
          t(
            'Contrast: a dark and a light theme, higher contrast if your system requests it, and your system’s colours if it sets them.',
          ),
          t(
            'Colours: no information is conveyed by colour alone. Under Profile, Appearance, you can choose the colours of rising and falling prices, including blue and orange.',
          ),
          t('Languages: every page is marked with its language and direction.'),
        ],
      },
      {
        title: t('Known limits'),
        points: [
          t(
            'Charts cannot be explored with the keyboard. The table below each chart has the same figures.',
          ),
          t(
            'At a text size of 200%, headline figures grow less than other text, and icons and the labels in charts keep their size.',
          ),
          t(
            'A verification needs photos of your identity document and of you. If you cannot take them, write to us, and we will find another way.',
          ),
          t(
            'A timed futures trade and a quote last for a fixed time, which is part of the product and cannot be extended.',
          ),
          t('Images and documents that users send us have no description.'),
          t('Native speakers have not checked every translation yet.'),
        ],
      },
      {
        title: t('How to reach us'),
        points: [
          t(
            'If something keeps you from using {name}, write to {address} or to support in the app. Tell us the page, your device and what you use with it, such as a screen reader.',
            { name, address },
          ),
          t('A reply takes {time}.', { time: serviceTimes.answer }),
        ],
      },
    ],
  }
}
