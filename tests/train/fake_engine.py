"""A Gomocup engine for tests: plays the first free point. "python3 fake_engine.py rude" drops every third position with
complaints, "… dead" ends at its second move."""

import sys

manner = sys.argv[1] if len(sys.argv) > 1 else "polite"
asked = 0
for line in sys.stdin:
    line = line.strip()
    if line.startswith("START"):
        print("OK", flush=True)
    elif line == "BOARD":
        stones = []
        for line in sys.stdin:
            if line.strip() == "DONE":
                break
            stones.append(tuple(int(v) for v in line.split(",")))
        asked += 1
        if manner == "dead" and asked == 2:
            sys.exit(0)
        if manner == "rude" and asked % 3 == 0:
            for _ in range(len(stones) + 1):
                print("ERROR Unknown command", flush=True)
            continue
        taken = {(x, y) for x, y, _ in stones}
        x, y = next((x, y) for y in range(15) for x in range(15) if (x, y) not in taken)
        print("MESSAGE thinking", flush=True)
        print(f"{x},{y}", flush=True)
