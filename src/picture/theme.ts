import type { Config, TopLevelSpec } from 'vega-lite';
import { brokenLines } from '../report/index.ts';
import type { Chart } from './chart.ts';

/** The colours of all charts. People who see no red or no green can tell marks apart (after Okabe and Ito). */
export interface Theme {
  readonly paper: string;
  readonly ink: string;
  /** Secondary text. */
  readonly quiet: string;
  readonly grid: string;
  /** The subject of the question. */
  readonly main: string;
  readonly mainHalf: string;
  readonly mainSoft: string;
  /** The demand on the subject. */
  readonly demand: string;
  readonly demandSoft: string;
  /** A limit, and values beyond it. */
  readonly limit: string;
  /** The color of the thing that the subject is compared with. */
  readonly other: string;
  readonly good: string;
  /** A colour scale from 0 to 1. */
  readonly ramp: readonly [string, string, string];
}

export const THEME_NAMES = ['light', 'dark'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    paper: '#ffffff',
    ink: '#16212b',
    quiet: '#5a6875',
    grid: '#e7ebef',
    main: '#0067a5',
    mainHalf: '#7fb2d6',
    mainSoft: '#d3e5f2',
    demand: '#d98200',
    demandSoft: '#f6dfb4',
    limit: '#c4420a',
    other: '#8d99a5',
    good: '#00876c',
    ramp: ['#f1f5f8', '#7fb2d6', '#0a4a78'],
  },
  dark: {
    paper: '#12181f',
    ink: '#edf1f5',
    quiet: '#9dabb8',
    grid: '#26313c',
    main: '#5cb3ec',
    mainHalf: '#2f6d99',
    mainSoft: '#1d4360',
    demand: '#f0a93b',
    demandSoft: '#5a4217',
    limit: '#ff7f4d',
    other: '#76838f',
    good: '#3fc4a4',
    ramp: ['#1b242d', '#2f7bb0', '#bfe3fb'],
  },
};

export const FONT = 'Inter';
/** The fallback fonts are no wider, for readers who open an SVG without the font. */
const FONTS = `${FONT}, Helvetica, Arial, sans-serif`;

const TITLE_CHARACTERS = 88;
const ABOUT_CHARACTERS = 122;

/** Returns the whole specification in a form that editors of Vega-Lite can open. */
export function themed({ finding, about, spec }: Chart, theme: Theme): TopLevelSpec {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: {
      text: evenLines(finding, TITLE_CHARACTERS),
      subtitle: evenLines(about, ABOUT_CHARACTERS),
    },
    // Vega-Lite wants data at the top, even if each mark has data of its own.
    data: { values: [] },
    ...spec,
    config: configOf(theme),
  } as TopLevelSpec;
}

/** Breaks a text into as few lines as possible, of about the same length. */
function evenLines(text: string, characters: number): string[] {
  const lines = brokenLines(text, characters);
  let width = Math.ceil(text.length / lines.length);
  while (brokenLines(text, width).length > lines.length) width++;
  return brokenLines(text, width);
}

function configOf({ paper, ink, quiet, grid, main }: Theme): Config {
  return {
    // The chart has a description, and the result has the figures. A label on each mark would dominate the file size.
    aria: false,
    background: paper,
    font: FONTS,
    padding: 20,
    view: { stroke: null },
    title: {
      anchor: 'start',
      frame: 'bounds',
      color: ink,
      fontSize: 16,
      fontWeight: 600,
      lineHeight: 21,
      offset: 16,
      subtitleColor: quiet,
      subtitleFontSize: 12,
      subtitleLineHeight: 17,
      subtitlePadding: 6,
    },
    axis: {
      domain: false,
      ticks: false,
      grid: true,
      gridColor: grid,
      labelColor: quiet,
      labelFontSize: 11,
      labelPadding: 6,
      titleColor: quiet,
      titleFontSize: 11,
      titleFontWeight: 400,
      titlePadding: 10,
    },
    axisX: { grid: false, domain: true, domainColor: grid, ticks: true, tickColor: grid, tickSize: 4 },
    axisY: { titleAngle: 0, titleAlign: 'left', titleAnchor: 'end', titleX: 0, titleY: -10 },
    legend: {
      orient: 'top',
      direction: 'horizontal',
      title: null,
      labelColor: ink,
      labelFontSize: 12,
      labelLimit: 320,
      symbolStrokeWidth: 2,
      symbolSize: 90,
      columnPadding: 18,
      offset: 14,
    },
    header: { labelColor: ink, labelFontSize: 12, labelFontWeight: 600, title: null },
    text: { color: ink, fontSize: 11 },
    line: { color: main, strokeWidth: 2, strokeJoin: 'round' },
    rule: { color: quiet },
    bar: { color: main, cornerRadiusEnd: 2 },
    point: { size: 70, strokeWidth: 2 },
  };
}
