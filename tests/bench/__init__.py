"""What is fast and how much, against others in the same run: ``python -m tests.bench``."""
