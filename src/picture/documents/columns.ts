import { z } from 'zod';

export const numbers = z.array(z.number());
export const texts = z.array(z.string());
