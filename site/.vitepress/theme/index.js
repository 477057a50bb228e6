// The theme without its fonts: a page loads none. The landing page shows a picture of a run.
import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

const REPORT = '/reports/office-hours/';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'home-hero-image': picture }),
};

function picture() {
  const image = h('img', {
    src: withBase(`${REPORT}size.svg`),
    alt: 'A month of a compute at a company: its size, the CPU that its clients use, and when it sleeps. It sleeps 68.4% of the time.',
    width: 785,
    height: 432,
  });
  return h('a', { class: 'run', href: withBase(`${REPORT}report.html`) }, image);
}
