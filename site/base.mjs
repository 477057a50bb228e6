/** The base path that VitePress writes. It occurs nowhere else, so the build can replace it. */
export const BASE = '/__base_of_the_site__/';
