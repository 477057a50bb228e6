/**
 * Families of instance classes, from the Amazon RDS user guide, "Hardware specifications for DB instance classes",
 * read in November 2026: GiB per vCPU, and the sizes. Two groups are left out: classes for Oracle with other memory,
 * and db.m8g and db.m8gd from 12xlarge to 24xlarge, for which the guide shows the memory of other sizes.
 */
export const RDS_FAMILIES = `
db.m8g   4  large xlarge 2xlarge 4xlarge 8xlarge 48xlarge
db.m8gd  4  large xlarge 2xlarge 4xlarge 8xlarge 48xlarge
db.m7i   4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge metal-24xl metal-48xl
db.m7g   4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.m6g   4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.m6gd  4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.m6i   4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.m6id  4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.m6idn 4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.m6in  4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.m5    4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge
db.m5d   4  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge
db.m4    4  large xlarge 2xlarge 4xlarge 10xlarge 16xlarge
db.z1d   8  large xlarge 2xlarge 3xlarge 6xlarge 12xlarge
db.x2g   16 large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.x2idn 16 16xlarge 24xlarge 32xlarge
db.x2iedn 32 xlarge 2xlarge 4xlarge 8xlarge 16xlarge 24xlarge 32xlarge
db.x2iezn 32 2xlarge 4xlarge 6xlarge 8xlarge 12xlarge
db.x1e   30.5 xlarge 2xlarge 4xlarge 8xlarge 16xlarge 32xlarge
db.x1    15.25 16xlarge 32xlarge
db.r8g   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge
db.r8gd  8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge
db.r7i   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 48xlarge metal-24xl metal-48xl
db.r7g   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.r6g   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.r6gd  8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
db.r6i   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.r6id  8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.r6idn 8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.r6in  8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge 32xlarge
db.r5    8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge
db.r5b   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge
db.r5d   8  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge 24xlarge
db.r4    7.625 large xlarge 2xlarge 4xlarge 8xlarge 16xlarge
db.r3    7.625 large xlarge 2xlarge 4xlarge 8xlarge
db.c6gd  2  large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge
`;

/** vCPU and GiB of classes in families whose memory is not proportional to vCPU. */
export const RDS_SINGLE_CLASSES: Readonly<Record<string, readonly [vcpus: number, gib: number]>> = {
  'db.m3.medium': [1, 3.75],
  'db.m3.large': [2, 7.5],
  'db.m3.xlarge': [4, 15],
  'db.m3.2xlarge': [8, 30],
  'db.c6gd.medium': [1, 2],
  'db.t4g.micro': [2, 1],
  'db.t4g.small': [2, 2],
  'db.t4g.medium': [2, 4],
  'db.t4g.large': [2, 8],
  'db.t4g.xlarge': [4, 16],
  'db.t4g.2xlarge': [8, 32],
  'db.t3.micro': [2, 1],
  'db.t3.small': [2, 2],
  'db.t3.medium': [2, 4],
  'db.t3.large': [2, 8],
  'db.t3.xlarge': [4, 16],
  'db.t3.2xlarge': [8, 32],
  'db.t2.micro': [1, 1],
  'db.t2.small': [1, 2],
  'db.t2.medium': [2, 4],
  'db.t2.large': [2, 8],
  'db.t2.xlarge': [4, 16],
  'db.t2.2xlarge': [8, 32],
};
