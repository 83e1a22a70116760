#!/bin/bash
# Trains once on two GPUs of a node, for two epochs.
#SBATCH --job-name=two
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --cpus-per-task=20
#SBATCH --gres=gpu:2
#SBATCH --time=00:30:00
#SBATCH --output=%x-%j.txt

srun node "$WORKBOOK/workbook" run 02-mirrored/train --device gpu --devices 2 --batch-size 4096 --epochs 2
