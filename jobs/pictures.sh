#!/usr/bin/env bash
# Runs two configs and draws the pictures of the README from their snapshots: jobs/pictures/fibres.png and excitation.png.
#
#   jobs/pictures.sh [DIRECTORY]        # directory of the pictures; default: jobs/pictures
#
# Needs a build (jobs/quickstart.sh) and the packages of jobs/field.sh; takes a minute. Writes snapshots to out/.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"
offer_help "$@"
folder=${1:-$root/jobs/pictures}
cd "$root"
for config in fibres excitation; do
  build/bin/tetracast run "configs/$config.yaml" -q --force --machine none > /dev/null
done
jobs/field.sh -o "$folder/fibres.png" out/fibres.h5 0 100 400
jobs/field.sh -o "$folder/excitation.png" out/excitation.h5 300 900 1500 2400 9000
