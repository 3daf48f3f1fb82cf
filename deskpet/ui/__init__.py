"""The windows, in rooms, and here what their rooms share and what joins them.

A room imports only from rooms further down: first_run, settings, history, chat and pet, blocks, markdown. What they
share knows none of them; attention, answering and the desks here know all. `make contracts` holds it.
"""
