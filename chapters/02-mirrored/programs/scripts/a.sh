#!/bin/bash
# Trains once on four GPUs of a node, for two epochs.
#SBATCH --job-name=four
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=80
#SBATCH --gres=gpu:1
#SBATCH --time=00:30:00
#SBATCH --output=%x-%j.txt

srun node "$WORKBOOK/workbook" run 02-mirrored/train --device gpu --devices 4 --batch-size 8192 --epochs 2
