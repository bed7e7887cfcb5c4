"""The five formats of `buddy review`: text for people, the others for what reads on."""
