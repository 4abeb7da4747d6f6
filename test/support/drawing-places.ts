/** Where the facts of the corpus's ground truth stand on their drawings, found by eye: page space, pt or px. */
export const DRAWING_PLACES: Readonly<
  Record<string, Readonly<Record<string, readonly [number, number, number, number]>>>
> = {
  'drawings/mks-robin-nano-v3.1-size.pdf': {
    'board text': [360, 248, 480, 265],
    'overall width': [408, 410.5, 432, 414.5],
    'overall height': [251, 250, 255, 270],
    'hole pitch x': [408, 404, 432, 408.5],
    'hole pitch y': [256, 250, 260, 270],
  },
  'drawings/azure-pid-7168x4561.png': {
    project: [5745, 3512, 6295, 3582],
    ORGANIZATION: [6705, 3925, 6775, 3968],
    'CONTRACTOR NO.': [6695, 4005, 6785, 4050],
    'CONTRACT NAME': [6400, 4190, 6760, 4235],
    SCALE: [5830, 4275, 5955, 4320],
    'PROJECT/LOCATION/ASSIGN': [6130, 3920, 6345, 3975],
    'CONTRACTOR PROJECT NO.': [6145, 4000, 6325, 4055],
    'DRAWING NAME': [6265, 4085, 6670, 4140],
    UNIT: [5845, 4185, 6055, 4240],
    'DRAW/SHEET NO.': [6410, 4270, 6635, 4325],
    REV: [6755, 4270, 6790, 4325],
  },
  'drawings/px4-imuv3-revC-schematic.pdf': {
    Title: [400, 485, 535, 500],
    company: [675, 527, 752, 541],
    Date: [425, 501, 500, 514],
    Time: [524.8, 501, 617.5, 512],
    'Drawn By': [575, 515, 660, 528],
  },
};
