#!/bin/bash
# Trains once on two GPUs of a node, for 800 epochs: nearly two hours.
#SBATCH --job-name=long
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=40
#SBATCH --gres=gpu:2
#SBATCH --time=2:00
#SBATCH --output=%x-%j.txt

srun node "$WORKBOOK/workbook" run 02-mirrored/train --device gpu --devices 2 --batch-size 4096 --epochs 800
