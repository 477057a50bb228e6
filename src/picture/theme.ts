import type { Config, TopLevelSpec } from 'vega-lite';
import { brokenLines } from '../report/index.ts';
import type { Chart } from './chart.ts';

/** The colours of all pictures. Those of marks are told apart by people who see no red or no green (after Okabe and Ito). */
export interface Theme {
  readonly paper: string;
  readonly ink: string;
  /** Of what is said beside. */
  readonly quiet: string;
  readonly grid: string;
  /** What the question is about. */
  readonly main: string;
  readonly mainHalf: string;
  readonly mainSoft: string;
  /** What is asked of it. */
  readonly demand: string;
  readonly demandSoft: string;
  /** A limit, and what passes it. */
  readonly limit: string;
  /** What it is compared with. */
  readonly other: string;
  readonly good: string;
  /** From nothing to all. */
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
/** For whoever opens an SVG without the font: these are no wider. */
const FONTS = `${FONT}, Helvetica, Arial, sans-serif`;

const TITLE_CHARACTERS = 88;
const ABOUT_CHARACTERS = 122;

/** The whole specification, such that editors of Vega-Lite open it. */
export function themed({ finding, about, spec }: Chart, theme: Theme): TopLevelSpec {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: {
      text: evenLines(finding, TITLE_CHARACTERS),
      subtitle: evenLines(about, ABOUT_CHARACTERS),
    },
    // Where each mark has data of its own, the whole has none, and has to say so.
    data: { values: [] },
    ...spec,
    config: configOf(theme),
  } as TopLevelSpec;
}

/** As few lines as there have to be, and none that holds the last word alone. */
function evenLines(text: string, characters: number): string[] {
  const lines = brokenLines(text, characters);
  let width = Math.ceil(text.length / lines.length);
  while (brokenLines(text, width).length > lines.length) width++;
  return brokenLines(text, width);
}

function configOf({ paper, ink, quiet, grid, main }: Theme): Config {
  return {
    // A picture has a text of its own, and its figures are in the result; a label on each mark would be most of the file.
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
